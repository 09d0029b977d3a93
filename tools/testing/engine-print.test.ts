import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../build/fingerprint.ts';
import { engineFiles, engineTag } from './engine-print.ts';

const files = engineFiles();

it.each([
  ['a source of the engine', 'server/engine/resume.test.ts'],
  ['what it imports from elsewhere', 'machines/model/regions.ts'],
  ['what that imports', 'machines/model/photo.ts'],
  ['the photos of its tests', 'tests/photos/coffee.png'],
  ['its packages', 'package-lock.json'],
])('the print of the engine changes with %s', (_what, file) => {
  expect(files).toContain(file);
});

it('every test that is left out while the engine is the same is part of its print', () => {
  const sign = `@module-tag ${engineTag}`;
  const tests = globSync('{server,tools,machines,src,contract}/**/*.test.{ts,tsx}', { cwd: root });
  const tagged = tests.filter((file) =>
    readFileSync(join(root, file), 'utf8').split('\n', 1)[0]?.includes(sign),
  );
  expect(tagged.length).toBeGreaterThan(0);
  expect(tagged.filter((file) => !files.includes(file))).toEqual([]);
});
