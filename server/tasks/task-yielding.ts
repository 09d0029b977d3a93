import type { PauseSwitch } from '../engine/pause-switch.ts';
import type { Task } from './tasks.store.ts';

/** Longest pause of a long task. After this pause, only work allows the task to pause again. */
export const maxPauseMs = 20_000;
/** After its longest pause, a task works at least this long before the next pause. */
const restMs = 5000;

type Runner = Pick<Task, 'ownerId' | 'lane'> & { pauses: PauseSwitch };

type Entry = Runner & {
  /** remaining pause time; pauses reduce it, and work adds to it */
  leftMs: number;
  /** time for which `leftMs` was computed */
  at: number;
  timer: NodeJS.Timeout | undefined;
};

type Yielding = {
  /**
   * Registers a task that begins.
   * @returns a function to call when the task ends
   */
  enter(runner: Runner): () => void;
};

/**
 * Pauses a long task while a short task of another owner runs. Beyond the first 20 seconds, a task
 * never pauses for longer than it has worked. The number of short tasks does not matter.
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
    pauses.set(shouldYield && entry.leftMs >= (pauses.isOn ? 1 : restMs));
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
