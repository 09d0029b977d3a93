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
import { claimDataDir } from './data-dir.ts';
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

test('the work folder is emptied when the directory is claimed', () => {
  mkdirSync(join(directory, 'work', 'task-1'), { recursive: true });
  writeFileSync(join(directory, 'work', 'task-1', 'half.png'), 'half');
  const { workDir, release } = claimDataDir(directory);
  expect(readdirSync(workDir)).toEqual([]);
  release();
});

test('refuses a data directory that is a file, with an explanation', () => {
  const file = join(directory, 'file');
  writeFileSync(file, '');
  expect(() => claimDataDir(file)).toThrow(StartRefused);
  expect(() => claimDataDir(file)).toThrow(`DATA_DIR: ${file} is not a folder`);
});
