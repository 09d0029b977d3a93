import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Set by `npm run screens:accept`. */
export const accepting = 'ACCEPT_SCREENS';

/** The file of what a chart's screens say. A test run would write a missing one without a word. */
export const keptScreen = (folder: string, chart: string): string => {
  const path = join(folder, `${chart}.txt`);
  if (!existsSync(path) && !process.env[accepting]) {
    throw new Error(`no screens of ${chart} are kept: npm run screens:accept writes ${path}`);
  }
  return path;
};
