import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildFolder, holdBuild, openBuild, pointerOf } from './process-build.ts';

// Errors are simulated, because tests may run as root, which can write to read-only folders.
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return {
    ...fs,
    openSync(path: string, flags: string) {
      if (flags === 'r') return fs.openSync(path, flags);
      throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
    },
  };
});

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'lightwell-build-'));
});
afterEach(() => rmSync(dist, { recursive: true }));

test('serves a build on a read-only disk', () => {
  const folder = buildFolder(dist, 'abc');
  mkdirSync(folder, { recursive: true });
  writeFileSync(pointerOf(dist, 'production'), 'abc\n');
  expect(openBuild(dist, 'production')).toBe(join(folder, 'client'));
  expect(holdBuild(folder, { shared: false })).toBeNull();
  writeFileSync(join(folder, 'in-use'), '');
  expect(openBuild(dist, 'production')).toBe(join(folder, 'client'));
});

test('writes nothing if nothing was built', () => {
  expect(openBuild(dist, 'production')).toBe(join(dist, 'none'));
  expect(readdirSync(dist)).toEqual([]);
});
