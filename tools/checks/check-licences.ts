import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/prepare.ts';
import { isPermissive, type LockEntry, shippedPackages } from './licences.ts';

/* Every package that ships with the product must have a permissive licence and be listed in
   NOTICE. */

/*
 * These packages are allowed, because sharp loads libvips as a separate, replaceable shared
 * library, which satisfies the LGPL (see NOTICE).
 */
const separatelyLinked = /^node_modules\/@img\/sharp(-libvips)?-/;

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockEntry>;
};
const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
const problems = shippedPackages(lock.packages).flatMap(({ path, name, licence, optional }) => [
  ...(separatelyLinked.test(path) || isPermissive(licence)
    ? []
    : [`${name}: licence ${licence} is not on the list of permissive ones`]),
  ...(optional || notice.includes(`\n${name} `)
    ? []
    : [`${name} (${licence}) is not listed in NOTICE: run \`npm run notice\``]),
]);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
