import { isPaidOrder } from '../../../server/operator/credit-faults.ts';
import { sumOf } from '../harness/judge-credits.ts';
import type { Books } from './books.ts';
import type { Told } from './told.ts';

type Order = Books['orders'][number];
type Payment = Books['payments'][number];
type Charge = Books['charges'][number];

export const isPaid: (order: Pick<Order, 'status'>) => boolean = isPaidOrder;

const back = ({ givenBack }: Books, ref: string) =>
  sumOf(
    givenBack.filter((one) => one.ref === ref),
    ({ amount }) => amount,
  );

/** The refunds of a payment that the provider has refused. An operator has to pay them by hand. */
const refusedOf = ({ refunds }: Books, payment: Payment, refused: Set<string>) =>
  sumOf(
    refunds.filter(
      ({ id, paymentId, state }) =>
        paymentId === payment.id && state === 'failed' && refused.has(id),
    ),
    ({ amount }) => amount,
  );

const refusedKeys = (told: Told[]) =>
  new Set(told.flatMap((one) => (one.what === 'refused' ? [one.key] : [])));

/** The part of a charge that was not refunded. */
const kept = (books: Books, charge: Charge) =>
  charge.status === 'chargedBack' ? 0 : charge.paid - back(books, charge.ref);

const chargeOf = ({ charges }: Books, { ref }: Payment) =>
  charges.find((charge) => charge.ref === ref);

/** True if the provider received the whole amount at some time. */
const cameWhole = (charge: Charge, { amount, currency }: Payment) =>
  (charge.status === 'succeeded' || charge.status === 'chargedBack') &&
  charge.paid === amount &&
  charge.currency === currency;

/** Checks for one order that the money at the provider matches the order's status. */
function ofOrder(books: Books, order: Order, refused: Set<string>): string[] {
  const found: string[] = [];
  const say = (sentence: string) => found.push(`order ${order.code}: ${sentence}`);
  const tries = books.payments.filter(({ orderId }) => orderId === order.id);
  const whole = tries.filter((payment) => {
    const charge = chargeOf(books, payment);
    return charge !== undefined && cameWhole(charge, payment);
  });
  const payer = tries.find(({ id }) => id === order.paidBy);
  if (isPaid(order) !== whole.length > 0) {
    say(`is ${order.status}, but the provider has received its full amount ${whole.length} times`);
  }
  if (isPaid(order) && !(payer && whole.includes(payer)))
    say('is paid, but the provider has not received the money');
  if (isPaid(order) !== (order.receiptNumber !== null)) {
    say(`is ${order.status} with the receipt number ${order.receiptNumber}`);
  }
  if (payer && payer.amount !== order.amount)
    say(`costs ${order.amount}, but its payment is ${payer.amount}`);
  for (const payment of tries) {
    const charge = chargeOf(books, payment);
    if (!charge) continue;
    const has = kept(books, charge);
    const mayKeep = payment === payer && isPaid(order);
    if (!mayKeep && has !== 0 && has !== refusedOf(books, payment, refused)) {
      say(`the provider keeps ${has} of a ${payment.status} payment that did not pay the order`);
    }
    if (mayKeep) for (const sentence of ofPayer(order, payment, has)) say(sentence);
    if (charge.status !== 'chargedBack' && back(books, charge.ref) !== payment.refunded) {
      say(
        `the provider refunded ${back(books, charge.ref)}, but the row of the payment says ${payment.refunded}`,
      );
    }
  }
  return found;
}

/** Checks that an order's status matches the payment that paid the order. */
function ofPayer({ status, amount }: Order, payment: Payment, has: number): string[] {
  const fits = {
    paid: has === amount,
    partlyRefunded: has > 0 && has < amount,
    refunded: has === 0,
    chargedBack: has === 0,
  };
  const isRight = fits[status as keyof typeof fits];
  const isSame = payment.status === status || (status === 'paid' && payment.status === 'succeeded');
  return [
    ...(isRight ? [] : [`is ${status}, but the provider has ${has} of ${amount}`]),
    ...(isSame ? [] : [`is ${status}, but its payment is ${payment.status}`]),
  ];
}

/** Checks that our refunds and those of the provider match one to one. */
function ofRefunds(books: Books, told: Told[]): string[] {
  const { refunds, givenBack, payments, charges } = books;
  const refused = refusedKeys(told);
  const backAt = new Map(
    told.flatMap((one) => (one.what === 'chargedBack' ? [[one.ref, one.at] as const] : [])),
  );
  const isDisputed = (paymentId: string) =>
    backAt.has(payments.find(({ id }) => id === paymentId)?.ref ?? '');
  return [
    ...refunds
      .filter(
        ({ id, state, paymentId }) =>
          state === 'asked' || (state === 'failed' && !isDisputed(paymentId) && !refused.has(id)),
      )
      .map(({ cause, state }) => `the refund ${cause} is still ${state} after all work is done`),
    ...refunds
      .filter(({ id, state }) => state === 'done' && !givenBack.some(({ key }) => key === id))
      .map(({ cause }) => `the refund ${cause} is done, but the provider refunded nothing`),
    ...givenBack
      // a lost refund is not requested again after a chargeback
      .filter(
        ({ key }) =>
          !refunds.some(
            ({ id, state, paymentId }) =>
              id === key && (state === 'done' || (state === 'failed' && isDisputed(paymentId))),
          ),
      )
      .map(
        ({ ref, amount }) => `the provider refunded ${amount} of ${ref} without a refund of ours`,
      ),
    ...givenBack
      .filter(
        ({ ref, createdAt }) => (backAt.get(ref)?.getTime() ?? Infinity) < createdAt.getTime(),
      )
      .map(
        ({ ref, amount }) => `${amount} of ${ref} was refunded after the bank had taken all of it`,
      ),
    ...charges
      .filter((charge) => kept(books, charge) < 0)
      .map(({ ref }) => `more was refunded of ${ref} than was paid`),
  ];
}

/** Charges at the provider without a payment of ours. */
const withoutPayment = ({ charges, payments }: Books): string[] =>
  charges
    .filter(({ ref, paid }) => paid > 0 && !payments.some((payment) => payment.ref === ref))
    .map(({ ref, paid }) => `${paid} were charged as ${ref}, which belongs to no payment`);

/** Checks that receipt numbers are unique, and that each paid order has one mail. */
function ofReceipts({ orders, mails, refunds }: Books, told: Told[]): string[] {
  const closed = new Set(told.flatMap((one) => (one.what === 'closed' ? [one.ownerId] : [])));
  const numbers = orders.flatMap(({ receiptNumber }) => receiptNumber ?? []);
  return [
    ...(new Set(numbers).size === numbers.length ? [] : ['two receipts have one number']),
    ...orders.flatMap(({ id, code, ownerId, paidAt, paidBy }) => {
      const count = mails.filter(({ cause }) => cause === `receipt ${id}`).length;
      const isRefused = refunds.some(
        ({ paymentId, reason }) =>
          paymentId === paidBy && (reason === 'afterCancel' || reason === 'closed'),
      );
      const wanted = paidAt && !isRefused ? 1 : 0;
      if (count === wanted || (closed.has(ownerId) && count === 0)) return [];
      return [`order ${code}: ${count} receipts were mailed instead of ${wanted}`];
    }),
  ];
}

export const judgeMoney = (books: Books, told: Told[]): string[] => [
  ...books.orders.flatMap((order) => ofOrder(books, order, refusedKeys(told))),
  ...ofRefunds(books, told),
  ...withoutPayment(books),
  ...ofReceipts(books, told),
];
