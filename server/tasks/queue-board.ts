import type { Database } from '../platform/database/database.ts';
import { isUsedUp } from '../platform/database/revisions.ts';
import type { RecordSignals } from './record-signals.ts';
import { bumpQueued, queuePosition, queuePositions } from './task-queue.store.ts';
import type { Task } from './tasks.store.ts';

/**
 * Shortest time between two reads of positions. Reading takes at most a twentieth of the server's
 * time.
 */
const everyMs = 200;
const restPerWork = 20;

/**
 * A position that was read. `changes` is the number of position changes since the row was written.
 */
type Seen = { position: number; changes: number; at: number };

/** Queue positions for waiting clients. A move of the queue writes nothing to the table. */
export type QueueBoard = {
  /** Returns null if the task no longer waits. */
  positionOf(task: Task): Promise<{ position: number; changes: number } | null>;
  /** Call it when the queue moves. Requests whose position has changed are then woken. */
  moved(): void;
  /** Stops reading positions. */
  close(): Promise<void>;
};

export function createQueueBoard(deps: {
  db: Database;
  signals: RecordSignals;
  onError: (error: unknown) => void;
}): QueueBoard {
  const { db, signals, onError } = deps;
  const seen = new Map<string, Seen>();
  let moves = 0;
  let timer: NodeJS.Timeout | undefined;
  let reading = Promise.resolve();
  let restUntil = 0;
  let isClosed = false;

  function note(id: string, position: number, at: number): Seen {
    const last = seen.get(id);
    const hasChanged = last !== undefined && last.position !== position;
    const next = { position, at, changes: (last?.changes ?? 0) + (hasChanged ? 1 : 0) };
    seen.set(id, next);
    if (hasChanged) signals.changed(id);
    return next;
  }

  async function read(): Promise<void> {
    const at = moves;
    const ids = [...seen.keys()];
    const positions = await queuePositions(db, ids);
    for (const id of ids) {
      const position = positions.get(id);
      if (position === undefined) seen.delete(id);
      else note(id, position, at);
    }
    const usedUp = ids.filter((id) => isUsedUp(seen.get(id)?.changes ?? 0));
    if (usedUp.length === 0) return;
    await bumpQueued(db, usedUp);
    for (const id of usedUp) seen.delete(id);
  }

  function plan() {
    if (isClosed || timer || seen.size === 0) return;
    const ms = Math.max(0, restUntil - performance.now());
    timer = setTimeout(() => {
      reading = refresh();
    }, ms);
  }

  async function refresh() {
    const from = moves;
    const startedAt = performance.now();
    await read().catch(onError);
    timer = undefined;
    const endedAt = performance.now();
    restUntil = endedAt + Math.max(everyMs, (endedAt - startedAt) * restPerWork);
    if (moves !== from) plan();
  }

  return {
    async positionOf(task) {
      const known = seen.get(task.id);
      if (known && (known.at === moves || timer)) return known;
      const at = moves;
      const position = await queuePosition(db, task.id);
      if (position === undefined) return null;
      return note(task.id, position, at);
    },
    moved() {
      moves += 1;
      plan();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await reading;
    },
  };
}
