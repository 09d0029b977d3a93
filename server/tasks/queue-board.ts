import type { Bus } from '../platform/bus/bus.port.ts';
import type { Database } from '../platform/database/database.ts';
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
 * A position that was read. `revision` is that of the row, `moves` the number of moves before the
 * read.
 */
type Seen = { position: number; revision: number; moves: number; readAt: number };

/** Queue positions for waiting clients. A task that moves forward writes nothing to the table. */
export type QueueBoard = {
  /** Returns null if the task no longer waits. */
  positionOf(task: Task): Promise<number | null>;
  /** Call it when the queue moves. Requests whose position has changed are then woken. */
  moved(): void;
  /** Stops reading positions. */
  close(): Promise<void>;
};

export function createQueueBoard(deps: {
  db: Database;
  bus: Bus;
  signals: Pick<RecordSignals, 'wake'>;
  onError: (error: unknown) => void;
}): QueueBoard {
  const { db, bus, signals, onError } = deps;
  const seen = new Map<string, Seen>();
  let moves = 0;
  let timer: NodeJS.Timeout | undefined;
  let reading = Promise.resolve();
  let restUntil = 0;
  let isClosed = false;

  /** Stores positions. Wakes the requests of tasks whose position has changed. */
  async function note(found: Map<string, number>, before: number): Promise<void> {
    const [changed, fallenBack]: [string[], Pick<Task, 'id' | 'revision'>[]] = [[], []];
    for (const [id, position] of found) {
      const last = seen.get(id);
      if (!last) continue;
      if (position !== last.position) changed.push(id);
      if (position > last.position) fallenBack.push({ id, revision: last.revision });
      seen.set(id, { ...last, position, moves: before, readAt: performance.now() });
    }
    // The revision of a position that is further back is smaller. It would not count as news.
    if (fallenBack.length > 0) await bumpQueued(db, fallenBack);
    for (const id of changed) signals.wake(id);
  }

  async function read(): Promise<void> {
    const before = moves;
    const ids = [...seen.keys()];
    const positions = await queuePositions(db, ids);
    for (const id of ids) if (!positions.has(id)) seen.delete(id);
    await note(positions, before);
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

  function hearMove() {
    moves += 1;
    plan();
  }
  bus.subscribe('queue.moved', { heard: hearMove, missed: hearMove });

  /** Returns true if the position is current, or is being read. */
  const isFresh = ({ moves: before, readAt }: Seen) =>
    (before === moves || timer !== undefined) && performance.now() - readAt < bus.pollMs;

  return {
    async positionOf({ id, revision }) {
      const known = seen.get(id);
      if (known) known.revision = Math.max(known.revision, revision);
      if (known && isFresh(known)) return known.position;
      const before = moves;
      const position = await queuePosition(db, id);
      if (position === undefined) return null;
      if (!seen.has(id)) {
        seen.set(id, { position, revision, moves: before, readAt: performance.now() });
      } else await note(new Map([[id, position]]), before);
      return position;
    },
    moved: () => bus.publish('queue.moved'),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await reading;
    },
  };
}
