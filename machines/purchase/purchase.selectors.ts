import type { SnapshotFrom } from 'xstate';
import { isArriving, isUnpaid, type OpenOrder, type Order } from '../model/order.ts';
import { accountPath, isSamePlace } from '../model/pages.ts';
import type { purchaseMachine } from './purchase.machine.ts';

type PurchaseSnapshot = SnapshotFrom<typeof purchaseMachine>;

/** True while a checkout or an order dialog is open. */
const isPurchasing = (snapshot: PurchaseSnapshot): boolean =>
  !(snapshot.matches({ shop: 'idle' }) || snapshot.matches({ shop: 'waiting' }));

/** Returns the orders that can still be paid, newest first. */
export const selectOpenOrders = ({ context }: PurchaseSnapshot): readonly OpenOrder[] =>
  context.open;

/**
 * True if a button for the order must be shown. Open orders are excluded, because the list of open
 * orders has its own buttons.
 */
export const selectCanLookAt =
  (order: Order) =>
  ({ context }: PurchaseSnapshot): boolean =>
    (isUnpaid(order) || isArriving(order)) && !context.open.some(({ code }) => code === order.code);

/**
 * Returns the newest open order, for the note. Returns null if no order is open, while an order
 * dialog is open, and on the account page, which lists the open orders itself.
 */
export const selectOpenOrder = (snapshot: PurchaseSnapshot): OpenOrder | null =>
  isPurchasing(snapshot) || isSamePlace(snapshot.context.path, accountPath)
    ? null
    : (snapshot.context.open[0] ?? null);
