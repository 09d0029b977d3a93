import { dealStatus } from '../../contract/deal-status.ts';
import type { Bus } from '../platform/bus/bus.port.ts';
import type { RecordSignals } from './record-signals.ts';
import type { StoredProgress } from './tasks.schema.ts';
import type { Task } from './tasks.store.ts';

/** Progress of one attempt at a task. */
export type Live = { attempt: number; revision: number; progress: StoredProgress };

type Message = { id: string; live: Live | null };

/**
 * Latest progress of the running tasks of all processes. The progress in a row is up to a second
 * older.
 */
export type LiveProgress = {
  /** Returns the progress of the task's current attempt, if it is known. */
  of(task: Task): Live | undefined;
  /** Stores progress of a task that runs in this process. */
  set(id: string, live: Live): void;
  /** Sends the stored progress to the other processes, and wakes waiting requests. */
  announce(id: string): void;
  /** Ends the progress of a task in all processes. */
  delete(id: string): void;
};

export function createLiveProgress(bus: Bus, signals: Pick<RecordSignals, 'wake'>): LiveProgress {
  const known = new Map<string, Live>();

  const publish = (message: Message) => bus.publish('record.progress', JSON.stringify(message));

  bus.subscribe('record.progress', {
    heard(payload) {
      const { id, live } = JSON.parse(payload) as Message;
      if (live) known.set(id, live);
      else known.delete(id);
      signals.wake(id);
    },
    // The next message, or the row, has the progress.
    missed() {},
  });

  return {
    of({ id, status, attempt }) {
      const live = known.get(id);
      if (live && (status !== dealStatus.running || live.attempt < attempt)) known.delete(id);
      return status === dealStatus.running && live?.attempt === attempt ? live : undefined;
    },
    set: (id, live) => void known.set(id, live),
    announce: (id) => publish({ id, live: known.get(id) ?? null }),
    delete: (id) => publish({ id, live: null }),
  };
}
