import type { Tap } from './tap/tap.ts';

let tap: Tap | null = null;

/** What the debug console may read; null in production, which holds no tap. */
export const currentTap = (): Tap | null => tap;

export function setCurrentTap(started: Tap): void {
  tap = started;
}
