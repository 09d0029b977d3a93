import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartRefused } from '../errors.ts';
import { claimDataDir, type DataDir, DataDirInUse } from './data-dir.ts';
import { readKept } from './kept-file.ts';
import { readSigningSecret } from './signing-secret.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lightwell-data-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('a data directory keeps its instance id and its signing key', () => {
  const first = claimDataDir(directory);
  const secret = readSigningSecret(directory);
  first.release();
  const second = claimDataDir(directory);
  expect(second.instanceId).toBe(first.instanceId);
  expect(readSigningSecret(directory)).toBe(secret);
  second.release();
});

test.each(['', '\n', 'short'])('refuses a signing key with the content %j', (text) => {
  writeFileSync(join(directory, 'signing-key'), text);
  expect(() => readSigningSecret(directory)).toThrow(
    /signing-key is (empty|damaged)\. .*delete it/,
  );
  expect(readFileSync(join(directory, 'signing-key'), 'utf8')).toBe(text);
});

test('refuses an empty instance id, and releases the directory', () => {
  claimDataDir(directory).release();
  truncateSync(join(directory, 'instance'), 0);
  expect(() => claimDataDir(directory)).toThrow(/instance is empty\. .*delete it/);
  rmSync(join(directory, 'instance'));
  claimDataDir(directory).release();
});

test('a kept file exists completely or not at all', () => {
  const path = join(directory, 'kept');
  const make = () => {
    // Simulates another process that creates the file first.
    writeFileSync(path, 'of the other\n');
    return 'ours';
  };
  expect(readKept(path, { make, shape: /./, advice: '' })).toBe('of the other');
  expect(readdirSync(directory)).toEqual(['kept']);

  const fail = () => {
    throw new Error('killed here');
  };
  const other = join(directory, 'other');
  expect(() => readKept(other, { make: fail, shape: /./, advice: '' })).toThrow('killed here');
  expect(existsSync(other)).toBe(false);
});

const names = () => readdirSync(join(directory, 'work')).sort();
const ownNames = ({ processId }: DataDir) => [processId, `${processId}.lock`].sort();

test('the next process removes the work folder of a process that has ended', () => {
  mkdirSync(join(directory, 'work', 'of-an-earlier-version'), { recursive: true });
  const first = claimDataDir(directory, { isShared: true });
  writeFileSync(join(first.workDir, 'half.png'), 'half');
  const second = claimDataDir(directory, { isShared: true });
  expect(names()).toEqual([...ownNames(first), ...ownNames(second)].sort());
  expect(second.removeDead()).toEqual([]);
  expect(readdirSync(first.workDir)).toEqual(['half.png']);

  // The state after a kill: the kernel has released the lock, and the files remain.
  rmSync(join(directory, 'work', `${first.processId}.lock`));
  writeFileSync(join(directory, 'work', `${first.processId}.lock`), '');
  const third = claimDataDir(directory, { isShared: true });
  expect(names()).toEqual([...ownNames(second), ...ownNames(third)].sort());
  expect(third.removeDead()).toEqual([first.processId]);
  expect(third.removeDead()).toEqual([]);
  for (const dir of [first, second, third]) dir.release();
  expect(names()).toEqual([]);
});

test('processes that share a data directory exclude the process of an embedded database', () => {
  const shared = claimDataDir(directory, { isShared: true });
  expect(() => claimDataDir(directory)).toThrow(DataDirInUse);
  shared.release();
  const alone = claimDataDir(directory);
  expect(() => claimDataDir(directory, { isShared: true })).toThrow(DataDirInUse);
  alone.release();
});

test('refuses a data directory that is a file, with an explanation', () => {
  const file = join(directory, 'file');
  writeFileSync(file, '');
  expect(() => claimDataDir(file)).toThrow(StartRefused);
  expect(() => claimDataDir(file)).toThrow(`DATA_DIR: ${file} is not a folder`);
});
