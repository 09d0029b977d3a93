import type { Gallery } from './states.ts';

/** Path from which the gallery's pages load their data. */
export const dataFolder = '/gallery-data/';

/**
 * The data of the gallery's pages: `states.json`, and one file per chart, because a frame shows one
 * state of one chart. The data is not part of a build, because finding the states takes up to a
 * minute.
 */
export function galleryFile(path: string, { states, problems, frames }: Gallery): string | null {
  const name = /^\/gallery-data\/(\w+)\.json$/.exec(path)?.[1];
  if (name === 'states') return JSON.stringify({ states, problems });
  const own = name === undefined ? undefined : frames[name];
  return own ? JSON.stringify(own) : null;
}
