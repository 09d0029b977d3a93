import { addDurations } from '../model/calendar.ts';
import type { Order } from '../model/order.ts';

/* The situation of the order from the buyer's point of view, derived only from the server's
 * data. */

/** True if the buyer has paid, but the bank has not confirmed the payment. */
export const isAtBank = ({ payment }: Order): boolean => payment?.status === 'pending';

/**
 * Returns the URL of the page on which the order can be paid now, or null if no such page exists.
 */
export const payAddress = ({ payment }: Order): string | null =>
  !payment || payment.checkout.kind === 'none' ? null : payment.checkout.url;

/** True if the credits of the order were delivered, even if a part was refunded later. */
export const hasBrought = ({ status }: Order): boolean =>
  status === 'paid' || status === 'partlyRefunded';

/** Returns the expiry of the order's credits as an ISO instant, or null before the payment. */
export const lastsUntil = (order: Order): string | null =>
  order.paidAt && addDurations(new Date(order.paidAt), order).toISOString();
