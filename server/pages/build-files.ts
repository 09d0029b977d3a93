import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { listStaticFiles, type StaticFile } from './static-files.ts';

/** Schema of the build's `build.json`. `messages` is the version in the URLs of its text files. */
const marker = z.object({ id: z.string(), builtAt: z.string(), messages: z.string() });

type Build = { marker: z.infer<typeof marker> | null; files: Map<string, StaticFile> };

export type BuildFiles = {
  /** returns a built file other than a page, from the build that the request belongs to */
  file(path: string, query: string): StaticFile | undefined;
  /** returns the JSON at `/_build/latest.json`, or at `/_build/{id}.json` for each served build */
  manifest(path: string): string | undefined;
};

async function readBuild(directory: string, options: { hasTools: boolean }): Promise<Build> {
  const file = join(directory, 'build.json');
  const text = existsSync(file) ? await readFile(file, 'utf8') : null;
  return {
    marker: text === null ? null : marker.parse(JSON.parse(text)),
    files: await listStaticFiles(directory, options),
  };
}

/**
 * Forbids caches to store a file, because they must not store texts of one build under a URL of
 * another build.
 */
const notToBeKept = (file: StaticFile | undefined): StaticFile | undefined =>
  file && { ...file, cacheControl: 'no-store' };

/**
 * Loads the files of the newest build and of earlier builds. A page that was opened before a
 * deployment uses code and texts of its own build.
 */
export async function loadBuildFiles(
  directories: readonly [string, ...string[]],
  options: { hasTools: boolean },
): Promise<BuildFiles> {
  const builds = await Promise.all(directories.map((one) => readBuild(one, options)));
  const [newest] = builds;
  const inAny = (path: string) => builds.find(({ files }) => files.has(path))?.files.get(path);
  const words = (path: string, version: string) => {
    const own = builds.find((build) => build.marker?.messages === version);
    if (own) return own.files.get(path);
    return newest?.marker ? notToBeKept(newest.files.get(path)) : inAny(path);
  };
  return {
    file(path, query) {
      const version = path.startsWith('/_i18n/') ? new URLSearchParams(query).get('v') : null;
      return version === null ? inAny(path) : words(path, version);
    },
    manifest(path) {
      const id = /^\/_build\/([\w-]+)\.json$/.exec(path)?.[1];
      if (id === undefined || !newest?.marker) return undefined;
      if (id === 'latest') return JSON.stringify({ id: newest.marker.id });
      const found = builds.find((build) => build.marker?.id === id)?.marker;
      return found ? JSON.stringify(found) : undefined;
    },
  };
}
