import type { RemainingMs } from './task-record.ts';

/**
 * Returns the remaining time range after `sinceMs` milliseconds, or null when its upper end has
 * passed.
 */
export const remainingAfter = ({ low, high }: RemainingMs, sinceMs: number): RemainingMs | null =>
  high > sinceMs ? { low: Math.max(0, low - sinceMs), high: high - sinceMs } : null;

/** Returns the remaining time range for display. The range changes once a second. */
export const remainingToSay = (range: RemainingMs, sinceMs: number): RemainingMs | null =>
  remainingAfter(range, Math.floor(sinceMs / 1000) * 1000);
