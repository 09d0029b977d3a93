/*
 * Settings that reduce unused memory: V8's young generation, and the C library's heaps, of which
 * there is otherwise one per thread. Without them an idle server uses 150 MB more.
 */
export const memoryFlags = ['--max-semi-space-size=8'];
export const memoryEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

const nameOf = (flag: string) => flag.split('=')[0];

/** Returns the flags that neither the command line nor the environment sets. */
function missingFlags(): string[] {
  const given = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')].map(nameOf);
  return memoryFlags.filter((flag) => !given.includes(nameOf(flag)));
}

/**
 * Restarts this program with the memory settings if they are missing, because the settings are read
 * only at the start of a process. The settings are missing if a person or a service manager has
 * started the process. A process with an IPC channel is not restarted, because it would lose the
 * channel. So the start command passes the settings itself, and a development server runs without
 * them.
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
