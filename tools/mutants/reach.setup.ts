import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { reachedName } from './reach.ts';

/* Collects the places that a test file reaches, and writes them to the folder REACH_FOLDER. */
const reached = new Set<string>();
const started = performance.now();
Object.assign(globalThis, { [reachedName]: reached });

afterAll(() => {
  const folder = process.env.REACH_FOLDER;
  const { testPath } = expect.getState();
  if (!folder || !testPath) throw new Error('the reach of a test file has no folder to go to');
  const name = `${basename(testPath)}-${process.pid}-${Math.round(performance.timeOrigin)}.json`;
  const found = { test: testPath, ms: performance.now() - started, places: [...reached] };
  writeFileSync(join(folder, name), JSON.stringify(found));
});
