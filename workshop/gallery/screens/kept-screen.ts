import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run screens:accept` sets this environment variable. */
export const accepting = 'ACCEPT_SCREENS';

/**
 * Returns the file with a chart's screens. Throws if it is missing, because Vitest would otherwise
 * write it silently.
 */
export const keptScreen = (folder: string, chart: string): string => {
  const path = join(folder, `${chart}.txt`);
  if (!existsSync(path) && !process.env[accepting]) {
    throw new Error(
      `There are no screens of ${chart}. Run npm run screens:accept to write ${path}.`,
    );
  }
  return path;
};
