import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { listStaticFiles, type StaticFile } from './static-files.ts';

/** Schema of the build's `build.json`. `messages` is the version in the URLs of its text files. */
const marker = z.object({ id: z.string(), builtAt: z.string(), messages: z.string() });

type Build = { marker: z.infer<typeof marker> | null; files: Map<string, StaticFile> };

export type BuildFiles = {
  /** returns true if the request belongs to a build that `refresh` may find */
  isUnknown(path: string, query: string): boolean;
  /** reads the builds that other processes have added */
  refresh(): Promise<void>;
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

/** Returns a function that reads each build once, because the files of a build never change. */
function createBuildReader(options: { hasTools: boolean }) {
  const known = new Map<string, Build>();
  return (directories: readonly string[]): Promise<Build[]> =>
    Promise.all(
      directories.map(async (directory) => {
        const build = known.get(directory) ?? (await readBuild(directory, options));
        known.set(directory, build);
        return build;
      }),
    );
}

/**
 * Forbids caches to store a file, because they must not store texts of one build under a URL of
 * another build.
 */
const notToBeKept = (file: StaticFile | undefined): StaticFile | undefined =>
  file && { ...file, cacheControl: 'no-store' };

/** Matches paths that pages of only one build request. */
const ofOneBuild = /^\/(assets|_i18n|_build)\//;

/**
 * Loads the files of this process's build and of other builds. A page that was opened before a
 * deployment uses code and texts of its own build, and so does a page that another process of a
 * newer build has sent.
 */
export async function loadBuildFiles(
  ownDir: string,
  otherDirs: () => readonly string[],
  options: { hasTools: boolean },
): Promise<BuildFiles> {
  const own = await readBuild(ownDir, options);
  const others = createBuildReader(options);
  let builds = [own, ...(await others(otherDirs()))];
  const inAny = (path: string) => builds.find(({ files }) => files.has(path))?.files.get(path);
  const versionOf = (path: string, query: string) =>
    path.startsWith('/_i18n/') ? new URLSearchParams(query).get('v') : null;
  const withWords = (version: string) => builds.find(({ marker }) => marker?.messages === version);
  const withId = (path: string) => {
    const id = /^\/_build\/([\w-]+)\.json$/.exec(path)?.[1];
    if (id === undefined) return undefined;
    return id === 'latest' ? own : builds.find(({ marker }) => marker?.id === id);
  };
  return {
    isUnknown(path, query) {
      if (!ofOneBuild.test(path)) return false;
      const version = versionOf(path, query);
      if (version !== null) return !withWords(version);
      return !inAny(path) && !withId(path);
    },
    async refresh() {
      builds = [own, ...(await others(otherDirs()))];
    },
    file(path, query) {
      const version = versionOf(path, query);
      if (version === null) return inAny(path);
      const build = withWords(version);
      if (build) return build.files.get(path);
      return own.marker ? notToBeKept(own.files.get(path)) : inAny(path);
    },
    manifest(path) {
      const marker = own.marker && withId(path)?.marker;
      if (!marker) return undefined;
      return JSON.stringify(path === '/_build/latest.json' ? { id: marker.id } : marker);
    },
  };
}
