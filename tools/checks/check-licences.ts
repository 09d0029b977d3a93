import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/prepare.ts';

/* Everything that ships with the product is permissively licensed and named in NOTICE. */
type Lock = { packages: Record<string, { dev?: boolean; optional?: boolean; license?: string }> };

/* sharp carries libvips as a separate, replaceable shared library: LGPL is met by that (NOTICE says so). */
const permissive =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|Python-2\.0|BSD)\b/;
const separatelyLinked = /^node_modules\/@img\/sharp(-libvips)?-/;

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
const problems: string[] = [];

function licenceOf(path: string, declared: string | undefined) {
  if (declared) return declared;
  const manifest = join(root, path, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const parsed = JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string };
  return parsed.license;
}

for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.dev) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const licence = licenceOf(path, entry.license);
  if (!separatelyLinked.test(path) && !permissive.test(licence ?? '')) {
    problems.push(`${name}: licence ${licence ?? 'unknown'} is not on the list of permissive ones`);
  }
  if (!entry.optional && !notice.includes(`\n${name} `)) {
    problems.push(`${name} (${licence}) is not listed in NOTICE: run \`npm run notice\``);
  }
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
