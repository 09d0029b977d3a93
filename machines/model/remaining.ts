import type { RemainingMs } from './task-record.ts';

/** The remaining time range after `sinceMs`, or null once its upper end has passed. */
export const remainingAfter = ({ low, high }: RemainingMs, sinceMs: number): RemainingMs | null =>
  high > sinceMs ? { low: Math.max(0, low - sinceMs), high: high - sinceMs } : null;

/** The remaining time for display; it changes once a second. */
export const remainingToSay = (range: RemainingMs, sinceMs: number): RemainingMs | null =>
  remainingAfter(range, Math.floor(sinceMs / 1000) * 1000);
