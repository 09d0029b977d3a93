import type { Tap } from './tap/tap.ts';

let tap: Tap | null = null;

/** Returns the recorder of the charts' events, or null in production builds. */
export const currentTap = (): Tap | null => tap;

export function setCurrentTap(started: Tap): void {
  tap = started;
}
