import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { root } from './fingerprint.ts';

let folder: string;
let source: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lightwell-kept-'));
  source = join(folder, 'source');
  writeFileSync(source, 'first');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Calls `kept` as another process would. */
async function ask(make: () => unknown): Promise<unknown> {
  vi.resetModules();
  const { kept } = await import('./kept.ts');
  return kept('things', [relative(root, source)], make, join(folder, 'kept'));
}

const things = () => ({ at: new Date(0), none: undefined, list: [1] });

it('makes a value once and then reads it from the disk', async () => {
  const make = vi.fn(things);
  expect(await ask(make)).toEqual(things());
  expect(await ask(make)).toEqual(things());
  expect(make).toHaveBeenCalledOnce();
});

it('makes a value again after its source has changed, and keeps only the newest', async () => {
  await ask(() => 'old');
  writeFileSync(source, 'second');
  expect(await ask(() => 'new')).toBe('new');
  expect(readdirSync(join(folder, 'kept'))).toHaveLength(1);
});
