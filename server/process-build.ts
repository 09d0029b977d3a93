import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/**
 * A build is a folder `builds/<fingerprint>` in `dist/`; the file `current-<kind>` there names the
 * newest of its kind. Whoever uses a build holds a lock in it, so that it is not removed.
 */
export type BuildKind = 'development' | 'production';

export const buildFolder = (dist: string, fingerprint: string) => join(dist, 'builds', fingerprint);

export const pointerOf = (dist: string, kind: BuildKind) => join(dist, `current-${kind}`);

/** The newest build; null when there is none. */
export function currentBuild(dist: string, kind: BuildKind): string | null {
  const pointer = pointerOf(dist, kind);
  if (!existsSync(pointer)) return null;
  const folder = buildFolder(dist, readFileSync(pointer, 'utf8').trim());
  return existsSync(folder) ? folder : null;
}

/**
 * Keeps a build from being removed until it is released or the process ends; exclusive, it keeps
 * everybody else out. Null when that is not possible.
 */
export function holdBuild(folder: string, { shared }: { shared: boolean }): (() => void) | null {
  const file = join(folder, 'in-use');
  if (!existsSync(folder)) return null;
  const fd = openSync(file, 'a+');
  // Between the two calls somebody may have removed the folder.
  if (tryLock(fd, { shared }) && existsSync(file)) return () => closeSync(fd);
  closeSync(fd);
  return null;
}

/** The pages to serve, held by this process for good: a folder that is empty when nothing was built. */
export function openBuild(dist: string, kind: BuildKind): string {
  for (;;) {
    const folder = currentBuild(dist, kind);
    if (!folder) {
      const none = join(dist, 'none');
      mkdirSync(none, { recursive: true });
      return none;
    }
    if (holdBuild(folder, { shared: true })) return join(folder, 'client');
  }
}
