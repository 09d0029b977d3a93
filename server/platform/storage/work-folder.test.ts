import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimDataDir } from './data-dir.ts';

// The error is simulated, because tests may run as root, which can remove every file.
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return {
    ...fs,
    rmSync(path: string, options: object) {
      if (path.endsWith('stuck')) throw new Error('it cannot be removed');
      fs.rmSync(path, options);
    },
  };
});

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lightwell-work-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('reports a file of a dead process that cannot be removed, and removes all others', () => {
  mkdirSync(join(directory, 'work'));
  for (const name of ['a', 'stuck', 'z']) writeFileSync(join(directory, 'work', name), '');
  const onError = vi.fn();
  const { processId, release } = claimDataDir(directory, { onError });
  expect(readdirSync(join(directory, 'work'))).toEqual(
    expect.arrayContaining(['stuck', processId]),
  );
  expect(readdirSync(join(directory, 'work'))).toHaveLength(3);
  expect(onError).toHaveBeenCalledOnce();
  release();
});
