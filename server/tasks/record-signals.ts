/**
 * Wakes requests that wait for a change of a record. A signal contains no data, because the request
 * then reads the row.
 */
export type RecordSignals = {
  changed(id: string): void;
  /** Resolves with true if the record changed, or with false after the time limit or an abort. */
  wait(id: string, options: { ms: number; signal: AbortSignal }): Promise<boolean>;
};

export function createRecordSignals(): RecordSignals {
  const waiting = new Map<string, Set<() => void>>();

  return {
    changed(id) {
      for (const wake of waiting.get(id) ?? []) wake();
    },
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
          others.delete(wake);
          if (others.size === 0) waiting.delete(id);
          resolve(isChanged);
        };
        const wake = () => finish(true);
        const giveUp = () => finish(false);
        const timer = setTimeout(giveUp, ms);
        signal.addEventListener('abort', giveUp);
        others.add(wake);
      });
    },
  };
}
