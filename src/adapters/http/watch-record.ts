import { isUnderWay, type TaskRecord } from '../../../machines/model/task-record.ts';
import { failureOf, isPassing } from '../../../machines/ports/port-failure.ts';
import type { TaskPort } from '../../../machines/ports/task.port.ts';
import type { CallApi } from './api-client.ts';

/** What following a record asks of the browser. */
export type WatchWorld = {
  isOnline: () => boolean;
  isVisible: () => boolean;
  /** calls back when one of the two changes; gives a clean-up back */
  onChange: (listener: () => void) => () => void;
  /** monotonic milliseconds */
  now: () => number;
  /** calls back after that many milliseconds; gives a clean-up back */
  after: (milliseconds: number, listener: () => void) => () => void;
};

const longPollMs = 25_000;
const pollMs = 1000;
const hiddenPollMs = 5000;
const firstPauseMs = 500;
const longestPauseMs = 8000;
/** failures in a row after which the watch gives up: about half a minute */
const mostFailures = 7;
/** failures in a row after which the server is not asked to wait any more */
const mostLongPollFailures = 2;
/** a waiting server that answers sooner without a change does not wait at all */
const soonMs = 1000;

type Watch = { revision: number; failures: number; waits: boolean };

/** Resolves after that many milliseconds, at a change that `wakes`, or when `signal` aborts. */
function pause(world: WatchWorld, signal: AbortSignal, wakes: () => boolean, ms?: number) {
  return new Promise<void>((resolve) => {
    const cleanUps: (() => void)[] = [];
    const end = () => {
      for (const cleanUp of cleanUps) cleanUp();
      resolve();
    };
    const abort = () => end();
    signal.addEventListener('abort', abort);
    cleanUps.push(() => signal.removeEventListener('abort', abort));
    cleanUps.push(world.onChange(() => wakes() && end()));
    if (ms !== undefined) cleanUps.push(world.after(ms, end));
    if (signal.aborted) end();
  });
}

function pauseAfterFailure(failures: number) {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
}

/**
 * `watchRecord` by long poll: the server answers as soon as the revision differs. Where something
 * on the way cuts waiting requests, it asks once a second instead. Nothing is asked without
 * network; a page that comes back into view asks at once.
 */
export function createRecordWatch(api: CallApi, world: WatchWorld): TaskPort['watchRecord'] {
  const ask = (id: string, watch: Watch, signal: AbortSignal): Promise<TaskRecord> =>
    api('record', {
      params: { id },
      payload: watch.waits ? { since: watch.revision, waitMs: longPollMs } : {},
      extraTimeoutMs: 10_000,
      signal,
    });

  async function follow(
    id: string,
    watch: Watch,
    signal: AbortSignal,
    tell: (record: TaskRecord) => void,
  ) {
    while (!signal.aborted) {
      if (!world.isOnline()) await pause(world, signal, world.isOnline);
      const asked = world.now();
      const record = await ask(id, watch, signal);
      watch.failures = 0;
      if (record.revision !== watch.revision) {
        watch.revision = record.revision;
        tell(record);
        if (!isUnderWay(record)) return;
      } else if (world.now() - asked < soonMs) watch.waits = false;
      const pauseMs = world.isVisible() ? pollMs : hiddenPollMs;
      if (!watch.waits) await pause(world, signal, world.isVisible, pauseMs);
    }
  }

  async function followThroughFailures(
    id: string,
    watch: Watch,
    signal: AbortSignal,
    tell: (record: TaskRecord) => void,
  ) {
    for (;;) {
      try {
        return await follow(id, watch, signal, tell);
      } catch (error) {
        if (signal.aborted) return;
        /* Without network nothing was tried: wait for it instead of counting. */
        if (!world.isOnline()) continue;
        watch.failures += 1;
        if (!isPassing(failureOf(error)) || watch.failures >= mostFailures) throw error;
        if (watch.failures >= mostLongPollFailures) watch.waits = false;
        await pause(world, signal, () => false, pauseAfterFailure(watch.failures));
      }
    }
  }

  return ({ id, revision }, emit) => {
    const controller = new AbortController();
    const { signal } = controller;
    const watch: Watch = { revision, failures: 0, waits: true };
    const tell = (record: TaskRecord) => {
      if (!signal.aborted) emit({ type: 'record.changed', record });
    };
    followThroughFailures(id, watch, signal, tell).catch((error: unknown) => {
      if (!signal.aborted) emit({ type: 'watch.failed', failure: failureOf(error) });
    });
    return () => controller.abort();
  };
}
