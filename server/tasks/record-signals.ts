import type { Bus } from '../platform/bus/bus.port.ts';

/**
 * Wakes requests that wait for a change of a record. A signal contains no data, because the request
 * then reads the row.
 */
export type RecordSignals = {
  /** Wakes the requests of all processes. */
  changed(id: string): void;
  /** Wakes only the requests of this process. */
  wake(id: string): void;
  /** Resolves with true if the record changed, or with false after the time limit or an abort. */
  wait(id: string, options: { ms: number; signal: AbortSignal }): Promise<boolean>;
};

export function createRecordSignals(bus: Bus): RecordSignals {
  const waiting = new Map<string, Set<() => void>>();

  function wake(id: string) {
    for (const wakeOne of waiting.get(id) ?? []) wakeOne();
  }

  bus.subscribe('record.changed', {
    heard: wake,
    missed() {
      for (const id of [...waiting.keys()]) wake(id);
    },
  });

  return {
    changed: (id) => bus.publish('record.changed', id),
    wake,
    wait(id, { ms, signal }) {
      return new Promise((resolve) => {
        if (signal.aborted || ms <= 0) {
          resolve(false);
          return;
        }
        const others = waiting.get(id) ?? new Set();
        waiting.set(id, others);
        const finish = (isChanged: boolean) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          others.delete(wakeOne);
          if (others.size === 0) waiting.delete(id);
          resolve(isChanged);
        };
        const wakeOne = () => finish(true);
        const giveUp = () => finish(false);
        const timer = setTimeout(giveUp, ms);
        signal.addEventListener('abort', giveUp);
        others.add(wakeOne);
      });
    },
  };
}
