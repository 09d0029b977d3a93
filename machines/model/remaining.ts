import type { RemainingMs } from './task-record.ts';

/** The rest of a measured range after some time, or null once its upper end has passed. */
export const remainingAfter = ({ low, high }: RemainingMs, sinceMs: number): RemainingMs | null =>
  high > sinceMs ? { low: Math.max(0, low - sinceMs), high: high - sinceMs } : null;

/** The same for display, changing once a second and not with every tick. */
export const remainingToSay = (range: RemainingMs, sinceMs: number): RemainingMs | null =>
  remainingAfter(range, Math.floor(sinceMs / 1000) * 1000);
