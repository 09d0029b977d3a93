import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { fingerprintOfFiles, root } from './fingerprint.ts';

const usualFolder = join(root, '.cache', 'kept');

/** Reads a file that another process may still be writing. */
function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function write(folder: string, name: string, file: string, bytes: Buffer) {
  mkdirSync(folder, { recursive: true });
  const isOlder = (one: string) => one.startsWith(`${name}@`);
  for (const older of readdirSync(folder).filter(isOlder)) {
    rmSync(join(folder, older), { force: true });
  }
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, bytes);
  renameSync(draft, file);
}

/** Fingerprints are cached, because sources do not change during this process. */
const fingerprints = new Map<string, string>();

function fingerprint(sources: readonly string[]): string {
  const key = sources.join('\n');
  const known = fingerprints.get(key) ?? fingerprintOfFiles(sources);
  fingerprints.set(key, known);
  return known;
}

/**
 * Returns the result of `make`. `make` runs again only after one of its sources has changed. The
 * result is always written and read back, so that all calls return equal values.
 */
export function kept<Value>(
  name: string,
  sources: readonly string[],
  make: () => Value,
  folder = usualFolder,
): Value {
  const file = join(folder, `${name}@${fingerprint(sources)}`);
  const found = read(file);
  if (found) return deserialize(found) as Value;
  const bytes = serialize(make());
  write(folder, name, file, bytes);
  return deserialize(bytes) as Value;
}
