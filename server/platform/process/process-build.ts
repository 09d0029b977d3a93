import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/**
 * A build is a folder `builds/<fingerprint>` in `dist/`; the file `current-<kind>` names the newest
 * one of its kind. A process that uses a build holds a lock in its folder, so that it is not
 * removed.
 */
export type BuildKind = 'development' | 'production';

export const buildFolder = (dist: string, fingerprint: string) => join(dist, 'builds', fingerprint);

export const pointerOf = (dist: string, kind: BuildKind) => join(dist, `current-${kind}`);

/** Folder of the newest build, or null. */
export function currentBuild(dist: string, kind: BuildKind): string | null {
  const pointer = pointerOf(dist, kind);
  if (!existsSync(pointer)) return null;
  const folder = buildFolder(dist, readFileSync(pointer, 'utf8').trim());
  return existsSync(folder) ? folder : null;
}

/** Error codes of a folder without write permission, such as that of a container image. */
const readOnlyCodes = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Returns null if the folder is read-only and has no lock file, because no process can then remove
 * the build.
 */
function openLockFile(file: string): number | null {
  try {
    return openSync(file, 'a+');
  } catch (error) {
    if (!readOnlyCodes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return existsSync(file) ? openSync(file, 'r') : null;
  }
}

/**
 * Keeps a build from being removed until it is released or the process ends; an exclusive lock
 * excludes all other processes. Returns null if that is not possible.
 */
export function holdBuild(folder: string, { shared }: { shared: boolean }): (() => void) | null {
  const file = join(folder, 'in-use');
  if (!existsSync(folder)) return null;
  const fd = openLockFile(file);
  if (fd === null) return shared ? () => {} : null;
  // Another process may have removed the folder between the two calls.
  if (tryLock(fd, { shared }) && existsSync(file)) return () => closeSync(fd);
  closeSync(fd);
  return null;
}

/**
 * Client folder to serve, locked until the process ends. If nothing was built, returns a folder
 * that does not exist.
 */
export function openBuild(dist: string, kind: BuildKind): string {
  for (;;) {
    const folder = currentBuild(dist, kind);
    if (!folder) return join(dist, 'none');
    if (holdBuild(folder, { shared: true })) return join(folder, 'client');
  }
}

const dayMs = 86_400_000;
const keptMs = 7 * dayMs;
const keptCount = 5;

/** Marker file in the folder of a superseded build. Content: `<kind> <time>`. */
export const supersededFile = (folder: string) => join(folder, 'superseded');

function readSuperseded(folder: string): { kind: string; at: number } | null {
  const file = supersededFile(folder);
  if (!existsSync(file)) return null;
  const [kind = '', at = ''] = readFileSync(file, 'utf8').trim().split(' ');
  return { kind, at: Date.parse(at) };
}

/** Earlier builds, newest first: their open pages still request their own code and words. */
export function earlierBuilds(dist: string, kind: BuildKind, now = Date.now()): string[] {
  const builds = join(dist, 'builds');
  if (!existsSync(builds)) return [];
  return readdirSync(builds)
    .map((name) => ({ folder: join(builds, name), ...readSuperseded(join(builds, name)) }))
    .filter((one) => one.kind === kind && now - (one.at ?? 0) < keptMs)
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0))
    .slice(0, keptCount)
    .map(({ folder }) => folder);
}

/**
 * Client folders of the builds that are served beside the current one, locked until the process
 * ends.
 */
export const openEarlierBuilds = (dist: string, kind: BuildKind): string[] =>
  earlierBuilds(dist, kind)
    .filter((folder) => holdBuild(folder, { shared: true }))
    .map((folder) => join(folder, 'client'));
