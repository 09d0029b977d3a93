/*
 * What is reserved for speed and never used: new objects of V8, and one heap of the C library for each
 * of its threads. Without these an idle server holds 150 MB more.
 */
export const memoryFlags = ['--max-semi-space-size=8'];
export const memoryEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

const nameOf = (flag: string) => flag.split('=')[0];

/** Those that neither the command line nor the environment sets, to whatever value. */
function missingFlags(): string[] {
  const given = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')].map(nameOf);
  return memoryFlags.filter((flag) => !given.includes(nameOf(flag)));
}

/**
 * Both are read only when a process starts: one that was started without them, by hand or by a
 * service manager, becomes a new program in the same process. A parent that talks to it would lose
 * its channel: the start command gives the settings itself, and a development server does without.
 */
export function applyMemorySettings(): void {
  if (process.connected || !process.execve) return;
  const flags = missingFlags();
  const isSet = Object.keys(memoryEnvironment).every((name) => process.env[name] !== undefined);
  if (isSet && flags.length === 0) return;
  process.execve(
    process.execPath,
    [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)],
    { ...memoryEnvironment, ...process.env },
  );
}
