import { addDurations } from '../model/calendar.ts';
import type { Order } from '../model/order.ts';

/* What an order is for its buyer: read from what the server says of it, and from nothing else. */

/** The buyer has done their part, and their bank has not. */
export const isAtBank = ({ payment }: Order): boolean => payment?.status === 'pending';

/** The page where it can be paid now; null where there is none. */
export const payAddress = ({ payment }: Order): string | null =>
  !payment || payment.checkout.kind === 'none' ? null : payment.checkout.url;

/** What was bought is there: all of it, or what is left after a part went back. */
export const hasBrought = ({ status }: Order): boolean =>
  status === 'paid' || status === 'partlyRefunded';

/** Until when its credits last, an ISO instant; null before it is paid. */
export const lastsUntil = (order: Order): string | null =>
  order.paidAt && addDurations(new Date(order.paidAt), order).toISOString();
