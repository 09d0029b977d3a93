import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const importsIn = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/** Returns the files of this repository that a source file imports, relative to the root. */
export const importedFiles = (root: string, file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8');
  const paths = text.matchAll(importsIn);
  return [...paths].map(([, path = '']) => posix.join(posix.dirname(file), path));
};
