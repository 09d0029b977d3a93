import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the folder of a package. Searches the node_modules of every parent folder, as Node does.
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
