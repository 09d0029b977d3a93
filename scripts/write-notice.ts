import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/build/prepare.ts';
import { type LockEntry, shippedPackages } from '../tools/checks/licences.ts';

/* Writes the list of shipped packages at the end of NOTICE, after the hand-written part. */
const marker = '## Packages that ship with the product\n';
const file = join(root, 'NOTICE');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockEntry>;
};

const lines = shippedPackages(lock.packages)
  .filter(({ optional }) => !optional)
  .map(({ name, version, licence }) => `${name} ${version} ${licence}`);
const [head] = readFileSync(file, 'utf8').split(marker);
writeFileSync(file, `${head}${marker}\n${[...new Set(lines)].sort().join('\n')}\n`);
