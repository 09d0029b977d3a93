import { expect, test } from 'vitest';
import { isPermissive, shippedPackages } from './licences.ts';
import { differingPins, lockProblems, unpinned, workspacesOf } from './lock-file.ts';

test.each([
  ['MIT', true],
  ['(MIT OR CC0-1.0)', true],
  ['(GPL-3.0 OR MIT)', true],
  ['Apache-2.0 AND MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', false],
  ['(MIT AND (GPL-3.0 OR ISC))', false],
  ['MITX', false],
  ['BSD-3-Clause-No-Nuclear-License', false],
  ['unknown', false],
])('the licence %s is permissive: %s', (licence, expected) => {
  expect(isPermissive(licence)).toBe(expected);
});

test('development packages do not ship, and our own packages are not listed', () => {
  const packages = {
    '': { version: '1.0.0' },
    models: { version: '1.0.0', license: 'MIT' },
    'node_modules/@own/models': { link: true },
    'node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0', optional: true },
    'node_modules/d': { version: '3.0.0', license: 'GPL-3.0', dev: true },
  };
  expect(
    shippedPackages(packages).map(({ name, licence, optional }) => [name, licence, optional]),
  ).toEqual([
    ['a', 'MIT', false],
    ['@b/c', 'unknown', true],
  ]);
});

test('a lock file contains no addresses, but a hash of each package and every platform', () => {
  const integrity = 'sha512-abc';
  const sound = {
    '': {},
    models: {},
    'node_modules/@own/models': { resolved: 'models', link: true },
    'node_modules/a': { integrity, optionalDependencies: { b: '1.0.0' } },
    'node_modules/b': { integrity },
  };
  expect(lockProblems(sound)).toEqual([]);
  expect(
    lockProblems({
      'node_modules/a': { integrity, optionalDependencies: { b: '1.0.0' } },
      'node_modules/c': { integrity, resolved: 'https://registry.example/c.tgz' },
      'node_modules/d': { integrity: 'sha1-abc' },
    }),
  ).toEqual([
    'b, required by node_modules/a, is missing',
    'node_modules/c names an address: https://registry.example/c.tgz',
    'node_modules/d has no sha512 hash',
  ]);
});

test('the workspaces are the packages outside node_modules', () => {
  const packages = { '': {}, models: {}, 'node_modules/a': {}, 'models/node_modules/b': {} };
  expect(workspacesOf(packages)).toEqual(['', 'models']);
});

test('all workspaces pin a package to the same version', () => {
  expect(
    differingPins({ 'package.json': { a: '1.0.0' }, 'x/package.json': { a: '1.0.0' } }),
  ).toEqual([]);
  expect(
    differingPins({ 'package.json': { a: '1.0.0' }, 'x/package.json': { a: '2.0.0', b: '1.0.0' } }),
  ).toEqual(['a is 2.0.0 in x/package.json and 1.0.0 in package.json']);
});

test('a dependency is pinned to one version', () => {
  expect(unpinned({ a: '1.2.3', b: '1.0.0-rc.1' })).toEqual([]);
  expect(unpinned({ a: '^1.2.3', b: '1.2.x', c: '1.2.3 || 2.0.0', d: 'latest' })).toHaveLength(4);
});
