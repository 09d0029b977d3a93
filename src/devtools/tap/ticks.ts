import type { TapEntry } from './tap-entry.ts';

const verdicts = new Map<string, boolean>();

/** Events of timers and progress, which are frequent and contain little information. */
export function isTick(type: string): boolean {
  const known = verdicts.get(type);
  if (known !== undefined) return known;
  const verdict = type.startsWith('xstate.after.') || /progress|measured|tick/i.test(type);
  verdicts.set(type, verdict);
  return verdict;
}

/**
 * Ticks with more than this many events between them are not merged, so that the history keeps its
 * order.
 */
const maxDistance = 50;

/** True if a tick took the same single transition as the tick before. */
export function isSameTick(before: TapEntry | null, entry: TapEntry): before is TapEntry {
  if (!before || before.event.type !== entry.event.type || !isTick(entry.event.type)) return false;
  if (entry.seq - before.seq > maxDistance) return false;
  const [last, ...others] = before.steps ?? [];
  const [step, ...more] = entry.steps ?? [];
  if (!last || !step || others.length > 0 || more.length > 0) return false;
  return step.transitions.length === 1 && step.transitions[0] === last.transitions[0];
}

export function mergeTick(before: TapEntry, tick: TapEntry): void {
  before.count += tick.count;
  before.lastAt = tick.at;
  before.event = tick.event;
  before.steps = tick.steps;
  before.status = tick.status;
}
