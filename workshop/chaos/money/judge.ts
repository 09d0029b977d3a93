import { sumOf } from '../harness/judge-credits.ts';
import type { Books } from './books.ts';
import { judgeMoneyCredits } from './judge-credits.ts';
import { isPaid, judgeMoney } from './judge-money.ts';
import { judgePlans } from './judge-plans.ts';
import type { Told } from './told.ts';

const waitingStates = ['open', 'notPaid'];
const liveStates = ['created', 'awaiting', 'pending'];

/** Checks that every row has reached a final status. */
function ofRest({ orders, payments, events, messages }: Books, now: Date): string[] {
  const overdue = orders.filter(
    ({ status, expiresAt }) => waitingStates.includes(status) && expiresAt <= now,
  );
  const forgotten = payments.filter(
    ({ status, nextCheckAt }) => liveStates.includes(status) && nextCheckAt === null,
  );
  const late = payments.filter(({ nextCheckAt }) => nextCheckAt !== null && nextCheckAt <= now);
  const unheard = events.filter(
    ({ handledAt, reference, eventId }) =>
      handledAt === null &&
      // Forged and replayed messages are not sent again, so they may stay unprocessed.
      !eventId.startsWith('evt_key-of') &&
      !messages.some(({ body }) => body.includes(reference)),
  );
  return [
    ...overdue.map(({ code, status }) => `order ${code}: is ${status}, and its time is over`),
    ...forgotten.map(({ id, status }) => `the payment ${id} is ${status}, and is never looked up`),
    ...late.map(
      ({ id, status }) => `the payment ${id} is ${status}, and was not looked up in time`,
    ),
    ...unheard.map(({ eventId }) => `the message ${eventId} was noted and never settled`),
    ...messages.map(({ body }) => `the message ${body} is never delivered`),
  ];
}

function ofWord(books: Books, one: Told, told: Told[]): string[] {
  const order = 'code' in one ? books.orders.find(({ code }) => code === one.code) : undefined;
  const isNot = (sentence: string) => [
    `the answer ${one.what} of ${'code' in one ? one.code : ''} is wrong: ${sentence}`,
  ];
  switch (one.what) {
    case 'order': {
      if (!order) return isNot('there is no such order');
      return order.ownerId === one.ownerId && order.amount === one.amount
        ? []
        : isNot(`it belongs to ${order.ownerId} and costs ${order.amount}`);
    }
    case 'paid':
      return order && isPaid(order) ? [] : isNot(`it is ${order?.status}`);
    case 'orderCancelled':
      return order && (order.status === 'cancelled' || (isPaid(order) && order.isLate))
        ? []
        : isNot(`it is ${order?.status}`);
    case 'withdrawn': {
      const refund = books.refunds.find(({ cause }) => cause === `withdrawal ${order?.id}`);
      if (!refund) return isNot('there is no refund');
      return one.amount === null || refund.amount >= one.amount || refund.amount > 0
        ? []
        : isNot(`${refund.amount} went back`);
    }
    case 'changed':
      return order?.amount === one.amount ? [] : isNot(`it costs ${order?.amount}`);
    case 'givenBack': {
      const refund = books.refunds.find(({ cause }) => cause === `operator ${one.key}`);
      const isRight = refund?.orderId === order?.id && refund?.amount === one.amount;
      return isRight ? [] : isNot(`the refund is of ${refund?.amount}, not of ${one.amount}`);
    }
    case 'granted': {
      const lines = books.lines.filter(({ cause }) => cause === `operator:${one.key}`);
      const given = sumOf(lines, ({ amount }) => amount);
      // Closing an account removes its empty lots.
      const isClosed = told.some((word) => word.what === 'closed' && word.ownerId === one.ownerId);
      return given === one.credits || (isClosed && lines.length === 0)
        ? []
        : isNot(`the grant ${one.key} brought ${given} credits, not ${one.credits}`);
    }
    default:
      return [];
  }
}

/** Checks that each key of a buyer creates one order. */
function ofKeys(told: Told[]): string[] {
  const wishes = told.flatMap((one) => (one.what === 'order' ? [one] : []));
  return [...Map.groupBy(wishes, ({ key, ownerId }) => `${key} of ${ownerId}`)]
    .filter(([, theirs]) => new Set(theirs.map(({ code }) => code)).size > 1)
    .map(([name]) => `the ${name} made two orders`);
}

/** Returns the violations as sentences. No work may be due. */
export const judge = (
  books: Books,
  { told, now, perDay }: { told: Told[]; now: Date; perDay: number },
): string[] => [
  ...new Set([
    ...judgeMoney(books, told),
    ...judgeMoneyCredits(books, perDay),
    ...judgePlans(books, told, now),
    ...ofRest(books, now),
    ...told.flatMap((one) => ofWord(books, one, told)),
    ...ofKeys(told),
  ]),
];
