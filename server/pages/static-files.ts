import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * Development pages, which every build except the production build contains. They are never served
 * to visitors.
 */
const toolPaths = ['/inspector.html', '/gallery.html', '/gallery-frame.html'];

/** The only page that may be framed. The gallery frames it. */
export const framedPath = '/gallery-frame.html';

/** Matches files that only this server reads, and compressed forms of other files. */
const hidden = /\/\.|^\/(pages|build)\.json$|^\/pages\/|\.(html|br|gz)$/;

function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  // Text files may be cached for a day (R5).
  if (path.startsWith('/_i18n/')) return 'public, max-age=86400';
  // A cached service worker would delay its successor.
  if (toolPaths.includes(path) || path === '/service-worker.js') return 'no-cache';
  return 'public, max-age=3600';
}

export type StaticFile = {
  cacheControl: string;
  /** client folder of the file's build */
  directory: string;
};

/** Lists the files of the build that visitors may request, by path. */
export async function listStaticFiles(
  directory: string,
  { hasTools }: { hasTools: boolean },
): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(directory, file).split(sep).join('/')}`;
    const isTool = hasTools && toolPaths.includes(path);
    if (entry.isFile() && (isTool || !hidden.test(path))) {
      files.set(path, { cacheControl: cacheControlOf(path), directory });
    }
  }
  return files;
}
