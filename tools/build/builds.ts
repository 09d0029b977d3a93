import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BuildKind,
  buildFolder,
  currentBuild,
  earlierBuilds,
  holdBuild,
  pointerOf,
  supersededFile,
} from '../../server/platform/process/process-build.ts';

const kinds: BuildKind[] = ['development', 'production'];

/** From now on new servers serve this build. */
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

/** Switches to an existing build; returns false if it has to be built. */
export function reuseBuild(dist: string, kind: BuildKind, fingerprint: string): boolean {
  // Another process may be about to remove it.
  const release = holdBuild(buildFolder(dist, fingerprint), { shared: true });
  if (!release) return false;
  switchTo(dist, kind, fingerprint);
  release();
  return true;
}

/**
 * Builds in a draft folder and then switches to the result. If the build fails or its sources
 * changed meanwhile, nothing changes.
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
      throw new Error('The sources changed during the build. Run it again.');
    }
    // Another process may have made the same build meanwhile.
    if (!existsSync(buildFolder(dist, before))) renameSync(draft, buildFolder(dist, before));
    switchTo(dist, kind, before);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    release?.();
  }
}

/**
 * Removes builds that are neither current nor used by a process nor needed by open pages of an
 * earlier deployment. A development machine has many of them, and no visitors with open pages.
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
    // Another process may have switched to it before the lock was taken.
    if (release && !isKept(folder)) {
      // Renaming makes it invisible at once for other processes.
      const removed = join(builds, `removed.${randomUUID()}`);
      renameSync(folder, removed);
      rmSync(removed, { recursive: true, force: true });
    }
    release?.();
  }
}
