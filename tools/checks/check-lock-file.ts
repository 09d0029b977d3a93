import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/prepare.ts';

/* Lock files carry no addresses: the project installs from whatever registry the machine uses. */
type Entry = { resolved?: string; optionalDependencies?: Record<string, string> };
type Lock = { packages: Record<string, Entry> };
type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> };

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const lock = read('package-lock.json') as Lock;
const manifest = read('package.json') as Manifest;

const problems: string[] = [];
for (const [name, entry] of Object.entries(lock.packages)) {
  if (entry.resolved?.startsWith('http')) problems.push(`${name} names a registry address`);
  /* npm drops the builds of other platforms when it locks beside an installed node_modules. */
  for (const optional of Object.keys(entry.optionalDependencies ?? {})) {
    if (!Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${optional}`))) {
      problems.push(`${optional}, wanted by ${name}, is missing`);
    }
  }
}
for (const [name, version] of Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
})) {
  if (!/^\d+\.\d+\.\d+/.test(version)) problems.push(`${name} is not pinned exactly: ${version}`);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    'Lock again in an empty folder: copy package.json and .npmrc there, run `npm install --package-lock-only`, copy package-lock.json back.',
  );
  process.exit(1);
}
