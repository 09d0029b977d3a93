import type { RemainingMs } from './task-record.ts';

/** What is left of a measured range some time later; null when its cautious end has passed. */
export const remainingAfter = ({ low, high }: RemainingMs, sinceMs: number): RemainingMs | null =>
  high > sinceMs ? { low: Math.max(0, low - sinceMs), high: high - sinceMs } : null;
