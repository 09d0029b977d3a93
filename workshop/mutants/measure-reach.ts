import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fingerprintOfFiles } from '../../tools/build/fingerprint.ts';
import { failureIn } from './failure.ts';
import { type Group, sourcesOf } from './groups.ts';
import type { Reach } from './plan.ts';
import { openVitest, rewriteWithReach } from './vitest-of-mutants.ts';

/**
 * Test folders of each group. Tests that only start processes of the product reach no mutated
 * source.
 */
const suites: Record<Group, string[]> = {
  machines: ['machines/', 'src/', 'tests/', 'workshop/paths/', 'server/platform/lifecycle/'],
  features: ['src/', 'tests/', 'workshop/gallery/screens/'],
  domain: ['server/'],
};

/**
 * True for tests of the test database. They pass only on the embedded database and reach no mutated
 * source.
 */
const isOfTests = (file: string): boolean => file.startsWith('server/platform/database/testing/');

/** A {@link Reach} as data. During the measurement `test` is an absolute path. */
export type Stored = {
  test: string;
  ms: number;
  places: string[];
  tests: { name: string; ms: number; places: string[] }[];
};

/** Files whose change makes a stored measurement invalid. */
const sources = ['machines', 'src', 'server', 'contract', 'tests', 'tools', 'workshop', 'locales'];

const read = (folder: string, root: string): Stored[] =>
  readdirSync(folder).map((name) => {
    const stored = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Stored;
    return { ...stored, test: relative(root, stored.test).replaceAll('\\', '/') };
  });

/** Runs the group's suites once on instrumented sources. Throws if a test fails. */
const measure = async (root: string, group: Group): Promise<Stored[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'lightwell-reach-'));
  process.env.REACH_FOLDER = folder;
  const vitest = await openVitest({
    root,
    workers: 2,
    rewrite: rewriteWithReach(new Set(sourcesOf(root, group))),
    setupFiles: [join(root, 'workshop/mutants/reach.setup.ts')],
  });
  const all = await vitest.globTestSpecifications();
  const chosen = all.filter(({ moduleId }) => {
    const file = relative(root, moduleId).replaceAll('\\', '/');
    return suites[group].some((start) => file.startsWith(start)) && !isOfTests(file);
  });
  const { testModules } = await vitest.runTestSpecifications(chosen);
  const failure = failureIn(testModules);
  await vitest.close();
  const found = read(folder, root);
  rmSync(folder, { recursive: true });
  if (failure !== null) throw new Error(`This test fails without any mutant: ${failure.test}`);
  return found;
};

/** A hash of the sources and the tests. */
export const fingerprint = (): string => fingerprintOfFiles(sources);

/**
 * Returns the places in the group's sources that each test file reaches. The result is cached until
 * a file changes.
 */
export const reachOf = async (root: string, group: Group): Promise<Reach[]> => {
  const kept = join(root, '.cache/mutants');
  const path = join(kept, `${group}-${fingerprint()}.json`);
  let stored: Stored[];
  try {
    stored = JSON.parse(readFileSync(path, 'utf8')) as Stored[];
  } catch {
    stored = await measure(root, group);
    mkdirSync(kept, { recursive: true });
    writeFileSync(path, JSON.stringify(stored));
  }
  return stored.map(({ tests, ...file }) => ({
    ...file,
    places: new Set(file.places),
    tests: tests.map((test) => ({ ...test, places: new Set(test.places) })),
  }));
};
