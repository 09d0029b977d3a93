import type { Gallery } from './states.ts';

/** The gallery's pages load their data from this path. */
export const dataFolder = '/gallery-data/';

/**
 * The gallery's data: `states.json` and one file per chart, because a frame needs only one chart. A
 * build does not contain the data, because finding the states takes up to a minute.
 */
export function galleryFile(path: string, { states, problems, frames }: Gallery): string | null {
  const name = /^\/gallery-data\/(\w+)\.json$/.exec(path)?.[1];
  if (name === 'states') return JSON.stringify({ states, problems });
  const own = name === undefined ? undefined : frames[name];
  return own ? JSON.stringify(own) : null;
}
