import type { PauseSwitch } from '../engine/pause-switch.ts';
import type { Task } from '../store/tasks.store.ts';

/** What a long task gives others at most before it has to work as long itself. */
export const maxPauseMs = 20_000;
/** One that has given all of that works at least this long before its next pause. */
const restMs = 5000;

type Runner = Pick<Task, 'ownerId' | 'lane'> & { pauses: PauseSwitch };

type Entry = Runner & {
  /** for how long it may still be paused: spent by pauses, earned by work */
  leftMs: number;
  /** when `leftMs` was right */
  at: number;
  timer: NodeJS.Timeout | undefined;
};

type Yielding = {
  /** A task begins to be worked on. @returns what to call at its end */
  enter(runner: Runner): () => void;
};

/**
 * Pauses a long task while a short one of somebody else runs. A pause is paid with work: beyond the
 * first 20 seconds a task is never paused for longer than it has worked, however many short ones come.
 */
export function createYielding(): Yielding {
  const entries = new Set<Entry>();

  const standsInTheWay = ({ ownerId, lane }: Entry) =>
    lane === 'long' &&
    [...entries].some((other) => other.lane === 'short' && other.ownerId !== ownerId);

  function settle(entry: Entry): void {
    const now = performance.now();
    const passed = now - entry.at;
    entry.leftMs = entry.pauses.isOn
      ? entry.leftMs - passed
      : Math.min(maxPauseMs, entry.leftMs + passed);
    entry.at = now;
  }

  function decide(entry: Entry): void {
    const { pauses } = entry;
    clearTimeout(entry.timer);
    settle(entry);
    const shouldYield = standsInTheWay(entry);
    pauses.turn(shouldYield && entry.leftMs >= (pauses.isOn ? 1 : restMs));
    if (!shouldYield) return;
    const ms = pauses.isOn ? entry.leftMs : restMs - entry.leftMs;
    entry.timer = setTimeout(decide, ms, entry).unref();
  }

  const decideAll = () => {
    for (const entry of entries) decide(entry);
  };

  return {
    enter(runner) {
      const at = performance.now();
      const entry: Entry = { ...runner, leftMs: maxPauseMs, at, timer: undefined };
      entries.add(entry);
      decideAll();
      return () => {
        clearTimeout(entry.timer);
        entries.delete(entry);
        decideAll();
      };
    },
  };
}
