import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import {
  directory,
  end,
  finished,
  jobsStarted,
  runFixture,
  started,
  startTask,
  usedBy,
} from './process-tests.fixture.ts';

/* Tests the order of a backup and a restore that docs/how-to/operate.md describes. */

const run = promisify(execFile);

async function emptyDatabase(): Promise<string> {
  const server = inject('postgres');
  if (!server) throw new Error('This test needs Postgres.');
  const name = `${server.template}_${randomUUID().slice(0, 8)}`;
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function outsideFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lightwell-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies a data directory without what belongs to the running process. */
const copyData = (from: string, to: string) =>
  cp(from, to, {
    recursive: true,
    filter: (path) => !['work', 'lock'].some((name) => path === join(from, name)),
  });

async function bytesOf(address: string, url: string): Promise<Buffer> {
  const response = await fetch(new URL(url, address));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('a backup of the running server brings back records, credits and files on a new machine', async () => {
  const backup = await outsideFolder();
  const database = await emptyDatabase();
  const first = runFixture({ DATABASE_URL: database });
  const address = await started(first);
  const { id, cookie } = await startTask(address);
  const before = await finished(address, id, cookie);
  const picture = await bytesOf(address, before.result?.url ?? '');
  await writeFile(join(directory, 'hold'), '');
  const unfinished = await startTask(address, { cookie });
  await eventually(() => expect(jobsStarted()).toHaveLength(2));

  await run('pg_dump', ['--format=custom', `--file=${join(backup, 'rows')}`, database]);
  await copyData(directory, join(backup, 'data'));
  await end(first, 'SIGKILL');
  await rm(directory, { recursive: true });

  await mkdir(directory);
  await copyData(join(backup, 'data'), directory);
  await rm(join(directory, 'hold'));
  const restored = await emptyDatabase();
  await run('pg_restore', ['--no-owner', `--dbname=${restored}`, join(backup, 'rows')]);
  const next = await started(runFixture({ DATABASE_URL: restored }));
  const after = await finished(next, id, cookie);
  expect(after.credits).toEqual(before.credits);
  expect(await bytesOf(next, after.result?.url ?? '')).toEqual(picture);
  // the task that ran during the backup is finished, and charged once
  expect((await finished(next, unfinished.id, cookie)).credits.charged).toBe(4);
  expect(await usedBy(next, cookie)).toBe(8);
});
