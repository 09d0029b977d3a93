import type { SnapshotFrom } from 'xstate';
import type { purchaseMachine } from './purchase.machine.ts';
import { missingOf } from './purchase.setup.ts';

/*
 * Separate from the other selectors of the purchase, because every page loads those before its
 * charts.
 */

/** True if a photo waits for credits and the user has enough of them without a purchase. */
export const selectIsCovered = ({ context }: SnapshotFrom<typeof purchaseMachine>): boolean => {
  const missing = missingOf(context);
  return context.task !== null && missing !== null && missing <= 0;
};
