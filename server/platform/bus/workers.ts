import { setTimeout as wait } from 'node:timers/promises';
import type { Bus } from './bus.port.ts';

/** Kinds of work that waits in the table. */
export type Work =
  | 'tasks'
  /** tasks for the slot of short tasks */
  | 'short tasks'
  /** tasks of functions that a provider runs */
  | 'hosted tasks'
  | 'mails'
  | 'exports';

/**
 * Calls workers in all processes when work waits. A lost or repeated call is harmless, because the
 * worker reads the rows to decide what to do.
 */
export type Workers = {
  /** Calls one worker of each process. If all of a process are busy, the next free one is called. */
  call(work: Work): void;
  /**
   * Calls the handler for each call to this kind of work, and now and then if calls can be lost.
   * @param places largest number of handlers that run at a time
   */
  work(work: Work, places: number, handler: () => Promise<void>): void;
  /** Starts no further handlers, and waits a little for those that run. */
  stop(): Promise<void>;
};

/** Time for running handlers before a stop. */
const stopMs = 2000;

export function createWorkers(bus: Bus, onError: (error: unknown) => void): Workers {
  const wakes = new Map<Work, () => void>();
  const running = new Set<Promise<void>>();
  let isStopping = false;

  const wakeAll = () => {
    for (const wake of wakes.values()) wake();
  };
  bus.subscribe('work.waiting', {
    heard: (work) => wakes.get(work as Work)?.(),
    missed: wakeAll,
  });
  const poll = Number.isFinite(bus.pollMs) ? setInterval(wakeAll, bus.pollMs) : undefined;

  return {
    call: (work) => bus.publish('work.waiting', work),
    work(work, places, handler) {
      let free = places;
      let isCalled = false;

      function next() {
        if (isStopping || !isCalled || free === 0) return;
        isCalled = false;
        free -= 1;
        const run = handler()
          .catch(onError)
          .finally(() => {
            free += 1;
            running.delete(run);
            next();
          });
        running.add(run);
      }

      wakes.set(work, () => {
        isCalled = true;
        next();
      });
    },
    async stop() {
      isStopping = true;
      clearInterval(poll);
      await Promise.race([Promise.all(running), wait(stopMs, undefined, { ref: false })]);
    },
  };
}
