import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Searches every node_modules above, as Node does, but returns the folder instead of the main file.
 */
export function findPackage(name: string): string {
  let folder = import.meta.dirname;
  for (;;) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`the npm package ${name} is not installed`);
    folder = parent;
  }
}
