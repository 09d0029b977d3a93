import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { Stored } from './measure-reach.ts';
import { isOfFunction, reachedName } from './reach.ts';

/* Collects the places that each test of a file reaches, and writes them to REACH_FOLDER. */
const outside = new Set<string>();
const tests: Stored['tests'] = [];
const started = performance.now();
let current = outside;
let began = started;
/* Top-level code runs once, in the first test, but all tests of the file depend on it. */
const add = (place: string) => (isOfFunction(place) ? current : outside).add(place);
Object.assign(globalThis, { [reachedName]: { add } });

beforeEach(() => {
  current = new Set();
  began = performance.now();
});

afterEach(({ task }) => {
  const ms = performance.now() - began;
  tests.push({ name: task.fullTestName, ms, places: [...current] });
  current = outside;
});

afterAll(() => {
  const folder = process.env.REACH_FOLDER;
  const { testPath } = expect.getState();
  if (!folder || !testPath) throw new Error('Expected the environment variable REACH_FOLDER');
  const name = `${basename(testPath)}-${process.pid}-${Math.round(performance.timeOrigin)}.json`;
  const ms = performance.now() - started;
  const found: Stored = { test: testPath, ms, places: [...outside], tests };
  writeFileSync(join(folder, name), JSON.stringify(found));
});
