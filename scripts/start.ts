import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../server/config.ts';
import { memoryEnvironment, memoryFlags } from '../server/memory-settings.ts';
import { supervise } from '../server/process-supervisor.ts';
import { ensureBuild, ensureModels, root, stop } from '../tools/build/prepare.ts';

/* Prepares what the server needs, runs it, and starts it again when it died. */
const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

/* A wrong setting is told before minutes of building. */
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
      // The server notices over `ipc` when this process is gone.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // A terminal signals all of its processes: the server gets one signal, from here.
      detached: process.platform !== 'win32',
    }),
});
