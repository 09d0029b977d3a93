import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { supervise } from '../server/process-supervisor.ts';
import { ensureBuild, ensureModels, root } from '../tools/build/prepare.ts';

/* Prepares what the server needs, runs it, and starts it again when it died. */
const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

/*
 * What is reserved for speed and never used: new objects of V8, and one heap of the C library for each
 * of its threads. Without these an idle server holds 150 MB more (0222).
 */
const memoryFlags = ['--max-semi-space-size=8'];
const memoryEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

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
