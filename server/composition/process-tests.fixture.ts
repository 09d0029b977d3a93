import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { uploadSignature } from '../../contract/ai-function.ts';
import { aiRecord } from '../../contract/records.ts';
import { userInfo } from '../../contract/user.ts';
import { bundleScripts } from '../../tools/testing/bundle-scripts.ts';
import { eventually, patienceMs } from '../../tools/testing/eventually.ts';
import {
  type MigratedDatabase,
  migratedDatabase,
} from '../platform/database/testing/migrated-database.fixture.ts';
import { withoutSecondCompilation } from '../platform/database/testing/without-second-compilation.fixture.ts';
import { anyEnvelope, newKey, photo } from '../testing/visitor.fixture.ts';

/*
 * Helpers for tests of whole processes. Each test gets a data directory. All processes are ended
 * after their test.
 */

const product = fileURLToPath(new URL('../main.ts', import.meta.url));
/** server with the fake engine */
const fixture = fileURLToPath(new URL('./process.fixture.ts', import.meta.url));
/** start command without builds */
const supervisor = fileURLToPath(
  new URL('../platform/process/process-supervisor.fixture.ts', import.meta.url),
);

let bundled: string;
/** the program that `npm start` runs, bundled */
export let main: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  const bundles = await bundleScripts({ fixture, product });
  ({ fixture: bundled, product: main } = bundles.scripts);
  remove = bundles.remove;
});
afterAll(() => remove());

export let directory: string;
let children: ChildProcess[];
let migrated: MigratedDatabase;
beforeEach(async () => {
  migrated = await migratedDatabase();
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

/** Copies a database into the data directory, because creating one takes longer. */
function bringDatabase() {
  const folder = join(directory, 'database');
  if (!existsSync(folder)) cpSync(migrated.directory, folder, { recursive: true });
}

/** Starts the server with the fake engine, in a data directory with a database. */
export function runFixture(environment: Record<string, string> = {}): ChildProcess {
  return runServer(bundled, environment);
}

/** Starts the server with the real engine, in a data directory with a database. */
export function runProduct(environment: Record<string, string> = {}): ChildProcess {
  return runServer(main, environment);
}

/** Starts the server with the real engine, in an empty data directory. */
export function runNewProduct(environment: Record<string, string> = {}): ChildProcess {
  return runCommand(process.execPath, [main], environment);
}

function runServer(script: string, environment: Record<string, string>): ChildProcess {
  bringDatabase();
  return runCommand(process.execPath, [...withoutSecondCompilation, script], environment);
}

/** Starts the start command. By default the start command runs the server with the fake engine. */
export function runSupervisor(
  environment: Record<string, string> = {},
  script = bundled,
): ChildProcess {
  if (script === bundled) bringDatabase();
  return runCommand(process.execPath, [supervisor, script], environment);
}

/** Starts the start command as a child of a shell that does not pass on signals. */
export function runSupervisorInShell(environment: Record<string, string>): ChildProcess {
  bringDatabase();
  const args = ['-c', '"$0" "$1" "$2" & wait', process.execPath, supervisor, bundled];
  return runCommand('sh', args, environment);
}

function runCommand(
  command: string,
  args: string[],
  environment: Record<string, string>,
): ChildProcess {
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: directory,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** Collects the output of a process from this call on. */
export function outputOf(child: ChildProcess): { said: string } {
  const output = { said: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output.said += chunk;
    });
  }
  return output;
}

/**
 * Time limit for a start. It is longer than usual, because a start compiles the program, opens the
 * database and starts processes.
 */
const startPatienceMs = 2 * patienceMs;

/** Waits for the start of a server. Returns the URL that the server prints. */
export async function started(child: ChildProcess, output = outputOf(child)): Promise<string> {
  return await eventually(
    () => {
      const port = /(?:port |ready: http:\/\/127\.0\.0\.1:)(\d+)/.exec(output.said)?.[1];
      if (port) return `http://127.0.0.1:${port}`;
      throw new Error(`The server did not start: ${output.said}`);
    },
    { intervalMs: 20, patienceMs: startPatienceMs },
  );
}

export async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  child.kill(signal);
  await once(child, 'exit');
}

export async function call(
  address: string,
  path: string,
  init: RequestInit & { cookie?: string } = {},
) {
  const { cookie, ...rest } = init;
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
  const response = await fetch(`${address}${path}`, { headers, ...rest });
  const { success, obj } = anyEnvelope.parse(await response.json());
  expect(success).toBe('1');
  return { obj, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? cookie ?? '' };
}

/** Waits until a process has ended with exit code 1. Returns its output. */
export async function refusal(child: ChildProcess): Promise<string> {
  const [said, [code]] = await Promise.all([
    text(child.stderr ?? process.stdin),
    once(child, 'exit'),
  ]);
  expect(code).toBe(1);
  return said;
}

/** Uploads a photo and starts a task as a guest. Without a cookie, a new guest is created. */
export async function startTask(
  address: string,
  given: { code?: string; bytes?: Buffer; cookie?: string } = {},
) {
  const { code = 'upscale-2x-fast', bytes = await photo() } = given;
  const { obj, cookie } = await call(address, '/v1/file/notAuthSignature/png', given);
  const signed = uploadSignature.parse(obj);
  const form = new FormData();
  for (const [name, value] of Object.entries(signed.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]));
  await fetch(new URL(signed.url, address), { method: 'POST', body: form });
  const path = `/v1/ai-function/notAuth/dealSave/${code}`;
  const body = JSON.stringify({ fileKey: signed.fileKey, idempotencyKey: newKey() });
  const answer = await call(address, path, { method: 'POST', body, cookie });
  return { id: aiRecord.parse(answer.obj).id, cookie };
}

export const jobsStarted = () => {
  const file = join(directory, 'started');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

export async function finished(address: string, id: string, cookie: string) {
  const path = `/v1/ai-function-record/detail/${id}`;
  return await eventually(
    async () => {
      const record = aiRecord.parse((await call(address, path, { cookie })).obj);
      expect(record.dealStatus).toBe(2);
      return record;
    },
    { intervalMs: 100 },
  );
}

export const usedBy = async (address: string, cookie: string) =>
  userInfo.parse((await call(address, '/v1/user', { cookie })).obj).allowance?.used;
