import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { root } from '../build/prepare.ts';

export type Product = { url: string; stop(): Promise<void> };

const startMs = 300_000;

const offer = z.object({ obj: z.object({ functions: z.array(z.unknown()) }) });

/** It answers, and has measured its functions once, which keeps the processors busy at first. */
async function isReady(url: string, dataDir: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/entrance/setup`).catch(() => null);
  if (answer?.status !== 200) return false;
  const { functions } = offer.parse(await answer.json()).obj;
  const measured = await readFile(path.join(dataDir, 'timings.json'), 'utf8').catch(() => '{}');
  return Object.keys(JSON.parse(measured)).length >= functions.length;
}

/**
 * The product as `npm start` runs it: the start command with the production build, the embedded
 * database, data of its own, and the log in a file. The environment of this process says nothing.
 */
export async function startProduct(settings: Record<string, string>): Promise<Product> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-load-'));
  const dataDir = path.join(folder, 'data');
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const url = `http://127.0.0.1:${port}`;
  const logPath = path.join(folder, 'log');
  const log = openSync(logPath, 'w');
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.ts')], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME },
      ...{ RUN_ENV: 'production', PUBLIC_URL: url, HOST: '127.0.0.1', PORT: String(port) },
      ...{ DATA_DIR: dataDir, ...settings },
    },
    stdio: ['ignore', log, log],
  });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  for (let waited = 0; !(await isReady(url, dataDir)); waited += 250) {
    if (child.exitCode === null && waited < startMs) await wait(250);
    else {
      const said = await readFile(logPath, 'utf8');
      if (child.exitCode === null) await stop();
      throw new Error(`The product did not start:\n${said}`);
    }
  }
  return { url, stop };
}
