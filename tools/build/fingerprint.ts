import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildKind } from '../../server/process-build.ts';

/** The repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const buildInputs = [
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
  'tools/inspector',
  'tools/gallery',
  'tools/paths',
];

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path).sort()) yield* filesBelow(join(path, entry));
}

/** Names the build of these sources; the same sources always give the same name. */
export function fingerprintOf(kind: BuildKind): string {
  const hash = createHash('sha256').update(kind);
  for (const input of buildInputs) {
    for (const file of filesBelow(join(root, input))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file));
    }
  }
  return `${kind}-${hash.digest('hex').slice(0, 24)}`;
}
