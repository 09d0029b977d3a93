import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/fingerprint.ts';
import { importedFiles } from '../build/imported-files.ts';

/** How every test runs, and with which packages. */
export const setUpOfTests = ['package-lock.json', 'vitest.config.ts', 'tests/unit/setup.ts'];

/** By file; sources do not change while a process reads them. */
const known = new Map<string, readonly string[]>();

const importsOf = (file: string): readonly string[] => {
  if (!/\.tsx?$/.test(file)) return [];
  const found =
    known.get(file) ?? importedFiles(root, file).filter((one) => existsSync(join(root, one)));
  known.set(file, found);
  return found;
};

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
