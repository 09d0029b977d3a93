import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../server/platform/config/config.ts';
import { memoryEnvironment, memoryFlags } from '../server/platform/process/memory-settings.ts';
import { supervise } from '../server/platform/process/process-supervisor.ts';
import { ensureBuild, ensureModels, root, stop } from '../tools/build/prepare.ts';

/* Prepares everything that the server needs, starts it, and restarts it after a crash. */
const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

/* Reports a wrong setting before the build, which takes several minutes. */
try {
  readConfig(process.env);
} catch (error) {
  if (error instanceof ConfigError) stop(error.message);
  throw error;
}

ensureModels();
ensureBuild(process.env.RUN_ENV === 'production' ? 'production' : 'development');

process.exitCode = await supervise({
  say: console.error,
  start: () =>
    spawn(process.execPath, [...memoryFlags, join(root, 'server', 'main.ts')], {
      env: { ...memoryEnvironment, ...process.env },
      // through the `ipc` channel, the server notices the end of this process
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // A terminal sends signals to all its processes. The server is detached, so it gets each
      // signal once, from this process.
      detached: process.platform !== 'win32',
    }),
});
