import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../build/prepare.ts';

export type Product = { url: string; stop(): Promise<void> };

const startMs = 180_000;

async function isUp(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/user`).catch(() => null);
  return answer?.status === 200;
}

/**
 * The product as `npm start` runs it: the start command with the production build, the embedded
 * database, data of its own, and the log in a file. The environment of this process says nothing.
 */
export async function startProduct(settings: Record<string, string>): Promise<Product> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lightwell-load-'));
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const url = `http://127.0.0.1:${port}`;
  const logPath = path.join(dataDir, 'log');
  const log = openSync(logPath, 'w');
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.ts')], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME },
      ...{ RUN_ENV: 'production', PUBLIC_URL: url, HOST: '127.0.0.1', PORT: String(port) },
      ...{ DATA_DIR: path.join(dataDir, 'data') },
      ...settings,
    },
    stdio: ['ignore', log, log],
  });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    await rm(dataDir, { recursive: true, force: true });
  };
  for (let waited = 0; !(await isUp(url)); waited += 200) {
    if (child.exitCode === null && waited < startMs) await wait(200);
    else {
      const said = await readFile(logPath, 'utf8');
      if (child.exitCode === null) await stop();
      throw new Error(`The product did not start:\n${said}`);
    }
  }
  return { url, stop };
}
