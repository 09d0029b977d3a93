import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../server/platform/config/config.ts';
import { memoryEnvironment, memoryFlags } from '../server/platform/process/memory-settings.ts';
import { supervise } from '../server/platform/process/process-supervisor.ts';
import { ensureBuild, ensureModels, root, stop } from '../tools/build/prepare.ts';
import { obeyCall, readOptions } from '../tools/cli/bad-call.ts';

const usage = `npm start             prepares and starts the product; restarts it after a crash
npm start -- --help   prints this text
Settings are environment variables or lines of the file .env. The first ones to know, with their defaults:
  RUN_ENV=development   production is for visitors: it also needs PUBLIC_URL, SMTP_URL and your company's name
  PORT=8787             the port; HOST=127.0.0.1 is the address to listen on
  DATA_DIR=./data       the database and the files; DATABASE_URL selects a Postgres server instead
All settings: .env.example. A service: docs/how-to/install.md`;

/** Prepares everything that the server needs, starts it, and restarts it after a crash. */
async function start(): Promise<number> {
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

  return await supervise({
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
}

await obeyCall(usage, (args) => {
  const help = { type: 'boolean', short: 'h' } as const;
  const { values } = readOptions(args, { options: { help }, allowPositionals: false });
  if (!values.help) return start();
  console.log(usage);
  return true;
});
