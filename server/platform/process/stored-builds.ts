import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StartRefused } from '../errors.ts';
import {
  type BuildKind,
  buildFolder,
  currentBuild,
  earlierBuilds,
  holdBuild,
  pointerOf,
  supersededFile,
} from './process-build.ts';

const kinds: BuildKind[] = ['development', 'production'];

/** From now on, starting servers serve this build. */
function switchTo(dist: string, kind: BuildKind, fingerprint: string) {
  const pointer = pointerOf(dist, kind);
  const before = currentBuild(dist, kind);
  const folder = buildFolder(dist, fingerprint);
  if (before && before !== folder) {
    writeFileSync(supersededFile(before), `${kind} ${new Date().toISOString()}\n`);
  }
  rmSync(supersededFile(folder), { force: true });
  const draft = `${pointer}.${randomUUID()}`;
  writeFileSync(draft, `${fingerprint}\n`);
  renameSync(draft, pointer);
}

/** Makes an existing build the current one. Returns false if the build has to be made first. */
export function reuseBuild(dist: string, kind: BuildKind, fingerprint: string): boolean {
  // Another process may be about to remove the build.
  const release = holdBuild(buildFolder(dist, fingerprint), { shared: true });
  if (!release) return false;
  switchTo(dist, kind, fingerprint);
  release();
  return true;
}

/**
 * Builds in a draft folder, then makes the result the current build. If the build fails, or its
 * sources change during the build, nothing changes.
 * @param fingerprint of the current sources
 */
export async function makeBuild(
  { dist, kind, fingerprint }: { dist: string; kind: BuildKind; fingerprint: () => string },
  build: (folder: string) => Promise<void>,
): Promise<void> {
  const before = fingerprint();
  const draft = buildFolder(dist, `${before}.${randomUUID()}`);
  mkdirSync(draft, { recursive: true });
  const release = holdBuild(draft, { shared: false });
  try {
    await build(draft);
    if (fingerprint() !== before) {
      throw new Error('The sources changed during the build. Run the build again.');
    }
    // Another process may have finished the same build in the meantime.
    if (!existsSync(buildFolder(dist, before))) renameSync(draft, buildFolder(dist, before));
    switchTo(dist, kind, before);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    release?.();
  }
}

/**
 * Removes builds that are not current, not used by a process, and not needed by open pages of an
 * earlier deployment. A development machine has many builds and no such pages.
 */
export function removeUnusedBuilds(dist: string): void {
  const builds = join(dist, 'builds');
  if (!existsSync(builds)) return;
  const isKept = (folder: string) =>
    kinds.some((kind) => currentBuild(dist, kind) === folder) ||
    earlierBuilds(dist, 'production').includes(folder);
  for (const name of readdirSync(builds)) {
    const folder = join(builds, name);
    const release = isKept(folder) ? null : holdBuild(folder, { shared: false });
    // Another process may have made this build current before the lock was taken.
    if (release && !isKept(folder)) {
      // other processes no longer see the build after the rename
      const removed = join(builds, `removed.${randomUUID()}`);
      renameSync(folder, removed);
      rmSync(removed, { recursive: true, force: true });
    }
    release?.();
  }
}

/**
 * Copies the current build of `dist` to a folder that the processes of all builds share, and makes
 * it the current build there.
 */
export async function shareBuild(dist: string, shared: string, kind: BuildKind): Promise<void> {
  const folder = currentBuild(dist, kind);
  if (!folder) return;
  const name = basename(folder);
  try {
    if (!reuseBuild(shared, kind, name)) {
      await makeBuild({ dist: shared, kind, fingerprint: () => name }, (draft) =>
        cp(join(folder, 'client'), join(draft, 'client'), { recursive: true }),
      );
    }
    removeUnusedBuilds(shared);
  } catch (error) {
    const { message } = error as Error;
    throw new StartRefused(`The build cannot be copied to BUILDS_DIR: ${message}`, {
      cause: error,
    });
  }
}
