import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/build/prepare.ts';

/* Writes the list of shipped packages below the hand-written part of NOTICE. */
type Lock = {
  packages: Record<
    string,
    { dev?: boolean; optional?: boolean; license?: string; version?: string }
  >;
};

const marker = '## Packages that ship with the product\n';
const file = join(root, 'NOTICE');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;

function licenceOf(path: string, declared: string | undefined) {
  const manifest = join(root, path, 'package.json');
  if (declared || !existsSync(manifest)) return declared ?? 'see package';
  return (
    (JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string }).license ?? 'see package'
  );
}

const lines = Object.entries(lock.packages)
  .filter(([path, entry]) => path !== '' && !entry.dev && !entry.optional)
  .map(([path, entry]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `${name} ${entry.version} ${licenceOf(path, entry.license)}`;
  });
const [head] = readFileSync(file, 'utf8').split(marker);
writeFileSync(file, `${head}${marker}\n${[...new Set(lines)].sort().join('\n')}\n`);
