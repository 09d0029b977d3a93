import type { DebugConsolePort } from '../../../machines/ports/debug-console.port.ts';

/** A cookie that developers set by hand to show the console: `lightwell_debug=1`. */
const flagName = 'lightwell_debug';

type Signs = Awaited<ReturnType<DebugConsolePort['readDebugSigns']>>;

export const readDebugSigns = (runEnv: Signs['runEnv'], cookie: string): Signs => ({
  runEnv,
  flagged: cookie.split('; ').includes(`${flagName}=1`),
});
