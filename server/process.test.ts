import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadSignature } from '../contract/ai-function.ts';
import { aiRecord } from '../contract/records.ts';
import { userInfo } from '../contract/user.ts';
import { anyEnvelope, newKey, photo } from './server.fixture.ts';
import { claimDataDir } from './store/data-dir.ts';

/* Tests that need separate processes: crashes, stops, and a second server. */

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const fixture = fileURLToPath(new URL('./process.fixture.ts', import.meta.url));

let directory: string;
let children: ChildProcess[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lightwell-process-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await rm(directory, { recursive: true, force: true });
});

function run(script: string, environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: directory, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** The address of a started server. */
async function started(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  for await (const chunk of child.stdout ?? []) {
    said += chunk;
    const port = /port (\d+)/.exec(said)?.[1];
    if (port) return `http://127.0.0.1:${port}`;
  }
  throw new Error(`The server did not start: ${said}`);
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  child.kill(signal);
  await once(child, 'exit');
}

async function call(address: string, path: string, init: RequestInit & { cookie?: string } = {}) {
  const { cookie, ...rest } = init;
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
  const response = await fetch(`${address}${path}`, { headers, ...rest });
  const { success, obj } = anyEnvelope.parse(await response.json());
  expect(success).toBe('1');
  return { obj, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? cookie ?? '' };
}

/** Uploads and starts one photo as a new guest. */
async function startTask(address: string) {
  const { obj, cookie } = await call(address, '/v1/file/notAuthSignature/png');
  const signed = uploadSignature.parse(obj);
  const form = new FormData();
  for (const [name, value] of Object.entries(signed.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(await photo())]));
  await fetch(`${address}${signed.url}`, { method: 'POST', body: form });
  const path = '/v1/ai-function/notAuth/dealSave/upscale-2x-fast';
  const body = JSON.stringify({ fileKey: signed.fileKey, idempotencyKey: newKey() });
  const answer = await call(address, path, { method: 'POST', body, cookie });
  return { id: aiRecord.parse(answer.obj).id, cookie };
}

const jobsStarted = () => {
  const file = join(directory, 'started');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

async function finished(address: string, id: string, cookie: string) {
  const path = `/v1/ai-function-record/detail/${id}`;
  return await vi.waitFor(
    async () => {
      const record = aiRecord.parse((await call(address, path, { cookie })).obj);
      expect(record.dealStatus).toBe(2);
      return record;
    },
    { timeout: 20_000, interval: 100 },
  );
}

const usedBy = async (address: string, cookie: string) =>
  userInfo.parse((await call(address, '/v1/user', { cookie })).obj).allowance?.used;

test.each([
  ['is killed', 'SIGKILL', ''],
  ['is stopped', 'SIGTERM', ''],
  ['is stopped while its engine is deaf', 'SIGTERM', 'deaf'],
] as const)(
  'a server that %s in the middle of a task finishes it at its next start and charges once (R71)',
  async (_how, signal, hold) => {
    await writeFile(join(directory, 'hold'), hold);
    const first = run(fixture, { STOP_GRACE_SECONDS: '0' });
    const address = await started(first);
    const { id, cookie } = await startTask(address);
    await vi.waitFor(() => expect(jobsStarted()).toHaveLength(1), { timeout: 20_000 });
    await end(first, signal);
    await rm(join(directory, 'hold'));

    const next = await started(run(fixture));
    const record = await finished(next, id, cookie);
    expect(jobsStarted()).toEqual([`${id}-1`, `${id}-2`]);
    expect(record.credits.charged).toBe(4);
    expect(await usedBy(next, cookie)).toBe(4);
    await vi.waitFor(() => expect(readdirSync(join(directory, 'work'))).toEqual([]));
  },
);

test('a task that kills its server three times fails, and nothing is charged', async () => {
  await writeFile(join(directory, 'hold'), '');
  let child = run(fixture);
  let address = await started(child);
  const { id, cookie } = await startTask(address);
  for (let crash = 1; crash <= 3; crash += 1) {
    await vi.waitFor(() => expect(jobsStarted()).toHaveLength(crash), { timeout: 20_000 });
    await end(child, 'SIGKILL');
    child = run(fixture);
    address = await started(child);
  }
  const answer = await call(address, `/v1/ai-function-record/detail/${id}`, { cookie });
  expect(aiRecord.parse(answer.obj)).toMatchObject({ dealStatus: 4, reason: 'engine_failed' });
  expect(await usedBy(address, cookie)).toBe(0);
});

test('a second server on the same data directory gets one clear sentence and touches nothing', async () => {
  const first = run(fixture);
  const address = await started(first);
  const { id, cookie } = await startTask(address);
  await finished(address, id, cookie);
  const lock = statSync(join(directory, 'lock')).mtimeMs;

  const second = run(main);
  const [said, [code]] = await Promise.all([
    text(second.stderr ?? process.stdin),
    once(second, 'exit'),
  ]);
  expect(code).toBe(1);
  expect(said.trim().split('\n')).toHaveLength(1);
  expect(said).toContain(`${directory} is in use by another running server (process ${first.pid})`);
  expect(statSync(join(directory, 'lock')).mtimeMs).toBe(lock);
  await finished(address, id, cookie);

  // The lock goes with its process, however that ends.
  await end(first, 'SIGKILL');
  claimDataDir(directory).release();
});

test('the server lists all problems of its configuration at once', async () => {
  const child = run(main, { PORT: 'many', RUN_ENV: 'moon' });
  const [said, [code]] = await Promise.all([
    text(child.stderr ?? process.stdin),
    once(child, 'exit'),
  ]);
  expect(code).toBe(1);
  expect(said).toMatch(/PORT: .*\n {2}RUN_ENV: /);
  expect(readdirSync(directory)).toEqual([]);
});
