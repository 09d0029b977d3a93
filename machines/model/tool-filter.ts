import { matchPage } from './pages.ts';

/** Returns the tool in the address of the records page or of a result, or null for the records of all tools. */
export const toolIn = (path: string): string | null =>
  /^[^?#]*\?(?:[^#]*?&)??tool=([a-z0-9-]{1,64})(?:[&#]|$)/.exec(path)?.[1] ?? null;

const queryOf = (tool: string | null): string => (tool === null ? '' : `?tool=${tool}`);

/** Returns the path of the records page, without a language, that shows the records of a tool. */
export const toolPath = (tool: string | null): string => `/record${queryOf(tool)}`;

/** Returns the path of a result, without a language, that leads back to the records of a tool. */
export const resultPathIn = (tool: string | null, id: string): string =>
  `/result/${encodeURIComponent(id)}${queryOf(tool)}`;

/** True if the address shows the records of another tool, but not if it shows another page. */
export const isOtherTool = (tool: string | null, path: string): boolean =>
  matchPage(path).name === 'record' && toolIn(path) !== tool;
