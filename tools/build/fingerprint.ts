import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { BuildKind } from '../../server/platform/process/process-build.ts';

export const root = resolve(import.meta.dirname, '../..');

export const buildInputs = [
  'src',
  'machines',
  'contract',
  'locales',
  'public',
  'index.html',
  'inspector.html',
  'gallery.html',
  'gallery-frame.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build.ts',
  'server/engine/functions',
  'tools/build',
  'workshop/inspector',
  'workshop/gallery/page',
];

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path).sort()) yield* filesBelow(join(path, entry));
}

/** Returns a name for the content of these files and folders. Equal content has equal names. */
export function fingerprintOfFiles(inputs: readonly string[], kind = ''): string {
  const hash = createHash('sha256').update(kind);
  for (const input of inputs) {
    for (const file of filesBelow(join(root, input))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 24);
}

/** Returns the name of a build of the current sources. Equal sources have equal names. */
export const fingerprintOf = (kind: BuildKind): string =>
  `${kind}-${fingerprintOfFiles(buildInputs, kind)}`;
