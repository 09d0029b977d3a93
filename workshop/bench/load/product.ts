import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { productionEnvAnywhere } from '../../../server/testing/production-env.fixture.ts';
import { root } from '../../../tools/build/prepare.ts';

export type Product = {
  url: string;
  /** measured durations of the functions, which the next product can reuse */
  timings: string;
  stop(): Promise<void>;
};

const startMs = 600_000;
const lookEveryMs = 250;
/**
 * Some functions are never measured. The measurement counts as finished when the timings have not
 * changed for this time.
 */
const silenceMs = 15_000;

const answers = (url: string) =>
  fetch(`${url}/v1/user`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts the product as `npm start` does, with the production build and the embedded database in a
 * new data directory. The log goes to a file. Resolves when the product has measured its functions,
 * because the measurements keep the processors busy. Does not use the environment of this process.
 */
export async function startProduct(
  settings: Record<string, string>,
  knownTimings?: string,
): Promise<Product> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-load-'));
  const dataDir = path.join(folder, 'data');
  const timingsPath = path.join(dataDir, 'timings.json');
  await mkdir(dataDir);
  if (knownTimings) await writeFile(timingsPath, knownTimings);
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const url = `http://127.0.0.1:${port}`;
  const logPath = path.join(folder, 'log');
  const log = openSync(logPath, 'w');
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...productionEnvAnywhere,
      PUBLIC_URL: url,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const gone = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  const until = performance.now() + startMs;
  let timings = knownTimings ?? '';
  let isUp = false;
  let newsAt = Number.POSITIVE_INFINITY;
  for (;;) {
    isUp ||= await answers(url);
    const found = await readFile(timingsPath, 'utf8').catch(() => '');
    if (found !== timings) newsAt = performance.now();
    timings = found;
    const isSilent = performance.now() - newsAt > silenceMs;
    if (isUp && (isSilent || knownTimings)) return { url, timings, stop };
    if (child.exitCode !== null || performance.now() > until) {
      const said = (await readFile(logPath, 'utf8')).split('\n').slice(-20).join('\n');
      await stop();
      throw new Error(`The product did not start:\n${said}`);
    }
    await wait(lookEveryMs);
  }
}
