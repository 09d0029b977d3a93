import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKept } from './kept-file.ts';

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return {
    ...fs,
    writeSync(fd: number, text: string) {
      fs.writeSync(fd, text.slice(0, 4));
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
  };
});

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lightwell-kept-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('a partly written file is not kept', () => {
  const path = join(directory, 'signing-key');
  expect(() => readKept(path, { make: () => 'a'.repeat(64), shape: /./, advice: '' })).toThrow(
    'no space left',
  );
  expect(readdirSync(directory)).toEqual([]);
});
