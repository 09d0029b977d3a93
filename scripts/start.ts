import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild, ensureModels, root } from '../tools/build/prepare.ts';

const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

ensureModels();
ensureBuild(process.env.RUN_ENV === 'production' ? 'production' : 'development');
await import('../server/main.ts');
