import type { SnapshotFrom } from 'xstate';
import { isArriving, isUnpaid, type OpenOrder, type Order } from '../model/order.ts';
import type { purchaseMachine } from './purchase.machine.ts';

type PurchaseSnapshot = SnapshotFrom<typeof purchaseMachine>;

/** True while a checkout or an order dialog is open. */
const isPurchasing = (snapshot: PurchaseSnapshot): boolean =>
  !(snapshot.matches({ shop: 'idle' }) || snapshot.matches({ shop: 'waiting' }));

/** Orders that can still be paid, newest first. */
export const selectOpenOrders = ({ context }: PurchaseSnapshot): readonly OpenOrder[] =>
  context.open;

/**
 * True for an unsettled order outside the list of open orders, whose entries have their own
 * buttons.
 */
export const selectCanLookAt =
  (order: Order) =>
  ({ context }: PurchaseSnapshot): boolean =>
    (isUnpaid(order) || isArriving(order)) && !context.open.some(({ code }) => code === order.code);

/**
 * The newest open order, for its note. Null without an open order, or while an order dialog is
 * open.
 */
export const selectOpenOrder = (snapshot: PurchaseSnapshot): OpenOrder | null =>
  isPurchasing(snapshot) ? null : (snapshot.context.open[0] ?? null);
