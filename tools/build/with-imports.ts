import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const importsIn = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/** The files of this repository that a source imports, from the root. */
export const importedFiles = (root: string, file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8');
  const paths = text.matchAll(importsIn);
  return [...paths].map(([, path = '']) => posix.join(posix.dirname(file), path));
};

/** These sources and all that they import, directly or not; names of modules that a build makes are left out. */
export const withImports = (root: string, files: readonly string[]): string[] => {
  const found = new Set(files);
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const one of importedFiles(root, file)) if (existsSync(join(root, one))) found.add(one);
  }
  return [...found];
};
