import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/fingerprint.ts';
import { importedFiles } from '../build/imported-files.ts';

/** How every test runs, and with which packages. */
export const setUpOfTests = ['package-lock.json', 'vitest.config.ts', 'tests/unit/setup.ts'];

const importsOf = (file: string): string[] =>
  /\.tsx?$/.test(file)
    ? importedFiles(root, file).filter((one) => existsSync(join(root, one)))
    : [];

/**
 * These files and all that the sources among them import, directly or not.
 * @param files from the root, as what is returned
 * @param isFollowed whether the imports of a file count, too
 */
export const withImports = (
  files: readonly string[],
  isFollowed: (file: string) => boolean = () => true,
): string[] => {
  const found = new Set(files);
  for (const file of found) {
    if (!isFollowed(file)) continue;
    for (const one of importsOf(file)) found.add(one);
  }
  return [...found];
};
