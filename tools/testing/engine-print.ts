import { globSync } from 'node:fs';
import { fingerprintOfFiles, root } from '../build/fingerprint.ts';
import { setUpOfTests, withImports } from './sources-of-tests.ts';

/** The tag of test files that only the engine, its packages and its models decide. */
export const engineTag = 'engine';

/** @returns from the root: the engine with its tests, what it imports from elsewhere, photos, packages, how tests run */
export const engineFiles = (): string[] => {
  const own = globSync('server/engine/**/*.*', { cwd: root });
  const beside = globSync('tests/photos/*', { cwd: root });
  return [...new Set([...withImports(own), ...beside, ...setUpOfTests])].sort();
};

/** The same as long as no test with the tag can give another answer. */
export const enginePrintNow = (): string => fingerprintOfFiles(engineFiles());
