import type { SnapshotFrom } from 'xstate';
import { isArriving, isUnpaid, type OpenOrder, type Order } from '../model/order.ts';
import type { purchaseMachine } from './purchase.machine.ts';

type PurchaseSnapshot = SnapshotFrom<typeof purchaseMachine>;

/** A checkout or an order dialog is open. */
const isPurchasing = (snapshot: PurchaseSnapshot): boolean =>
  !(snapshot.matches({ shop: 'idle' }) || snapshot.matches({ shop: 'waiting' }));

/** Purchases that can still be paid, newest first. */
export const selectOpenOrders = ({ context }: PurchaseSnapshot): readonly OpenOrder[] =>
  context.open;

/** The order is not settled yet, and is not one of the open ones, which have their own buttons. */
export const selectCanLookAt =
  (order: Order) =>
  ({ context }: PurchaseSnapshot): boolean =>
    (isUnpaid(order) || isArriving(order)) && !context.open.some(({ code }) => code === order.code);

/** The newest of them, for the note about it, or null without one, and while a dialog about orders is open. */
export const selectOpenOrder = (snapshot: PurchaseSnapshot): OpenOrder | null =>
  isPurchasing(snapshot) ? null : (snapshot.context.open[0] ?? null);
