import type { SnapshotFrom } from 'xstate';
import { purseOf, purseTotal } from '../model/purse.ts';
import type { purchaseMachine } from './purchase.machine.ts';

/*
 * Separate from the other selectors of the purchase, because every page loads those before its
 * charts.
 */

/** True if a photo waits for credits and the user has enough of them without a purchase. */
export const selectIsCovered = ({ context }: SnapshotFrom<typeof purchaseMachine>): boolean => {
  const { task, price, user } = context;
  const purse = purseOf(user);
  return task !== null && price !== null && purse !== null && purseTotal(purse) >= price;
};
