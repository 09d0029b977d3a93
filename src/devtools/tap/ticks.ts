import type { TapEntry } from './tap-entry.ts';

const verdicts = new Map<string, boolean>();

/** True for events of timers and progress, which are frequent and contain little information. */
export function isTick(type: string): boolean {
  const known = verdicts.get(type);
  if (known !== undefined) return known;
  const verdict = type.startsWith('xstate.after.') || /progress|measured|tick/i.test(type);
  verdicts.set(type, verdict);
  return verdict;
}

/**
 * Limit of events between two ticks that are merged. With more events between them, merging would
 * change the order of the history.
 */
const maxDistance = 50;

/** True if a tick caused the same single transition as the previous tick. */
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
