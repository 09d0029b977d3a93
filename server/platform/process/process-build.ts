import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/**
 * A build is a folder `builds/<fingerprint>` in `dist/`. The file `current-<kind>` contains the
 * fingerprint of the newest build of that kind. A process that uses a build locks its folder, so
 * that no other process removes the build.
 */
export type BuildKind = 'development' | 'production';

export const buildFolder = (dist: string, fingerprint: string) => join(dist, 'builds', fingerprint);

export const pointerOf = (dist: string, kind: BuildKind) => join(dist, `current-${kind}`);

/** Returns the folder of the newest build, or null if there is no build. */
export function currentBuild(dist: string, kind: BuildKind): string | null {
  const pointer = pointerOf(dist, kind);
  if (!existsSync(pointer)) return null;
  const folder = buildFolder(dist, readFileSync(pointer, 'utf8').trim());
  return existsSync(folder) ? folder : null;
}

/** Error codes of a folder without write permission, for example in a container image. */
const readOnlyCodes = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Opens the lock file of a build. Returns null if the folder is read-only and has no lock file. No
 * lock is needed then, because no process can remove the build.
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
 * Locks a build, so that it is not removed until the lock is released or the process ends. An
 * exclusive lock excludes all other processes.
 * @returns a function that releases the lock, or null if the build cannot be locked
 */
export function holdBuild(folder: string, { shared }: { shared: boolean }): (() => void) | null {
  const file = join(folder, 'in-use');
  if (!existsSync(folder)) return null;
  const fd = openLockFile(file);
  if (fd === null) return shared ? () => {} : null;
  // Another process may have removed the folder before the lock was taken.
  if (tryLock(fd, { shared }) && existsSync(file)) return () => closeSync(fd);
  closeSync(fd);
  return null;
}

/**
 * Returns the folder of client files to serve, locked until the process ends. If there is no build,
 * the returned folder does not exist.
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

/** Returns the path of the marker file in a superseded build. Its content is `<kind> <time>`. */
export const supersededFile = (folder: string) => join(folder, 'superseded');

function readSuperseded(folder: string): { kind: string; at: number } | null {
  const file = supersededFile(folder);
  if (!existsSync(file)) return null;
  const [kind = '', at = ''] = readFileSync(file, 'utf8').trim().split(' ');
  return { kind, at: Date.parse(at) };
}

/**
 * Returns earlier builds, newest first. They are still served, because open pages request the code
 * and texts of their own build.
 */
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
 * Returns a function that lists the client folders of the builds that a process serves besides its
 * own, newest first. They include builds that another process has added in the meantime. A listed
 * build is locked until the process ends.
 */
export function openOtherBuilds(
  dist: string,
  { kind, ownDir }: { kind: BuildKind; ownDir: string },
): () => string[] {
  const held = new Set<string>();
  const hold = (folder: string) => {
    if (!held.has(folder) && holdBuild(folder, { shared: true })) held.add(folder);
    return held.has(folder);
  };
  let listedAt: number | undefined;
  let listed: string[] = [];
  return () => {
    // the pointer is replaced whenever a build is added
    const changedAt = statSync(pointerOf(dist, kind), { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt === undefined || changedAt === listedAt) return listed;
    listedAt = changedAt;
    const current = currentBuild(dist, kind);
    listed = [...(current ? [current] : []), ...earlierBuilds(dist, kind), ...held]
      .filter((folder, index, all) => all.indexOf(folder) === index)
      .filter((folder) => hold(folder) && basename(folder) !== basename(dirname(ownDir)))
      .map((folder) => join(folder, 'client'));
    return listed;
  };
}
