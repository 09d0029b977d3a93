import type { SnapshotFrom } from 'xstate';
import type { Order } from '../model/order.ts';
import type { purchaseMachine } from './purchase.machine.ts';

type PurchaseSnapshot = SnapshotFrom<typeof purchaseMachine>;

/** Somebody is buying, or looks at what has become of an order. */
export const selectIsPurchasing = (snapshot: PurchaseSnapshot): boolean =>
  !(snapshot.matches({ shop: 'idle' }) || snapshot.matches({ shop: 'waiting' }));

/** The order that waits for its money, for the note about it; null while its own dialog is shown, or without one. */
export const selectOpenOrder = (snapshot: PurchaseSnapshot): Order | null =>
  selectIsPurchasing(snapshot) ? null : snapshot.context.open;
