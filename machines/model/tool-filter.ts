import { matchPage } from './pages.ts';

/** Returns the tool in the address of the records page or of a result, or null for all tools. */
export const toolIn = (path: string): string | null =>
  /^[^?#]*\?(?:[^#]*?&)??tool=([a-z0-9-]{1,64})(?:[&#]|$)/.exec(path)?.[1] ?? null;

/** Returns the path of the records page, without a language, that shows the records of a tool. */
export const toolPath = (tool: string | null): string =>
  tool === null ? '/record' : `/record?tool=${tool}`;

/** True if the address shows the records of another tool, but not if it shows another page. */
export const isOtherTool = (tool: string | null, path: string): boolean =>
  matchPage(path).name === 'record' && toolIn(path) !== tool;
