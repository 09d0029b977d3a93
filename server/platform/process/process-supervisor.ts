import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { exitCodes } from './process-guard.ts';

/** After this time the start counts as successful, and the next pause is short again. */
const stableAfterMs = 60_000;
/**
 * A second signal within this time is ignored, because a terminal and npm both pass on the same
 * signal.
 */
const sameSignalMs = 500;
const maxPauseMs = 30_000;
const parentCheckMs = 500;

export type Supervision = {
  start: () => ChildProcess;
  say: (sentence: string) => void;
  /** length of the first pause; each further pause is twice as long, up to half a minute */
  pauseMs?: number;
};

/** Passes signals on to the running server. A signal also ends a pause between two servers. */
function passSignalsOn(current: () => ChildProcess | undefined) {
  const stopping = new AbortController();
  let passedAt = Number.NEGATIVE_INFINITY;
  const pass = (signal: NodeJS.Signals) => {
    if (performance.now() - passedAt < sameSignalMs) return;
    passedAt = performance.now();
    current()?.kill(signal);
    stopping.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, pass);
  const release = () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, pass);
  };
  return { stopping: stopping.signal, release };
}

/**
 * Stops the start command when npm ends, because npm and its shell do not pass signals on. A
 * command that was started without npm may continue after its parent has ended.
 */
function stopWithNpm(): () => void {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, parentCheckMs);
  timer.unref();
  return () => clearInterval(timer);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

/** Returns the exit code and signal, or the reason why the process did not start. */
async function endOf(child: ChildProcess): Promise<[number | null, string | null]> {
  try {
    return (await once(child, 'exit')) as [number | null, string | null];
  } catch (error) {
    return [null, (error as NodeJS.ErrnoException).code ?? String(error)];
  }
}

/**
 * Runs the server until it stops or refuses to start. Restarts it after a crash.
 * @returns the exit code of the start command
 */
export async function supervise({ start, say, pauseMs = 1000 }: Supervision): Promise<number> {
  let child: ChildProcess | undefined;
  const { stopping, release } = passSignalsOn(() => child);
  const forgetNpm = stopWithNpm();
  let nextPauseMs = pauseMs;
  try {
    for (;;) {
      const startedAt = performance.now();
      child = start();
      const [code, signal] = await endOf(child);
      if (code === exitCodes.stopped || code === exitCodes.refused) return code;
      if (stopping.aborted) return exitCodes.refused;
      if (performance.now() - startedAt > stableAfterMs) nextPauseMs = pauseMs;
      const how = signal ?? `exit code ${code}`;
      say(`The server died (${how}). It starts again in ${nextPauseMs / 1000} s.`);
      await pause(nextPauseMs, stopping);
      if (stopping.aborted) return exitCodes.stopped;
      nextPauseMs = Math.min(maxPauseMs, nextPauseMs * 2);
    }
  } finally {
    forgetNpm();
    release();
  }
}
