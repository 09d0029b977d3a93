import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOfFiles, root } from '../build/fingerprint.ts';
import { importedFiles } from '../build/imported-files.ts';

/** The tag of test files that only the engine, its packages and its models decide. */
export const engineTag = 'engine';

/** These files and all that the sources among them import, directly or not. */
const withImports = (files: readonly string[]): string[] => {
  const found = new Set(files);
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const one of importedFiles(root, file)) if (existsSync(join(root, one))) found.add(one);
  }
  return [...found];
};

/** @returns from the root: the engine with its tests, what it imports from elsewhere, photos, packages, how tests run */
export const engineFiles = (): string[] => {
  const own = globSync('server/engine/**/*.*', { cwd: root });
  const beside = globSync('tests/photos/*', { cwd: root });
  const set = ['package-lock.json', 'vitest.config.ts', 'tests/unit/setup.ts'];
  return [...new Set([...withImports(own), ...beside, ...set])].sort();
};

/** The same as long as no test with the tag can give another answer. */
export const enginePrintNow = (): string => fingerprintOfFiles(engineFiles());
