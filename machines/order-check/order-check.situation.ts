import { addDurations } from '../model/calendar.ts';
import type { Order } from '../model/order.ts';

/* The order from the buyer's point of view, derived only from the server's data. */

/** True if the buyer has paid, but the bank has not confirmed the payment. */
export const isAtBank = ({ payment }: Order): boolean => payment?.status === 'pending';

/** The page where the order can be paid now, or null if there is none. */
export const payAddress = ({ payment }: Order): string | null =>
  !payment || payment.checkout.kind === 'none' ? null : payment.checkout.url;

/** True if the credits were delivered, also after a partial refund. */
export const hasBrought = ({ status }: Order): boolean =>
  status === 'paid' || status === 'partlyRefunded';

/** The expiry of the order's credits, an ISO instant. Null before the payment. */
export const lastsUntil = (order: Order): string | null =>
  order.paidAt && addDurations(new Date(order.paidAt), order).toISOString();
