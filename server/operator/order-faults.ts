import type { Order } from '../orders/orders.store.ts';
import type { Payment, Refund } from '../orders/payments.store.ts';
import { isPaidOrder } from './credit-faults.ts';
import type { Fault, FaultCode } from './finding.ts';

export type OrderBooks = { orders: Order[]; payments: Payment[]; refunds: Refund[] };

const sumOf = (refunds: Refund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Returns true if the order's state matches the payment that paid it. */
function fits({ status, amount }: Order, payment: Payment): boolean {
  const { refunded } = payment;
  if (status === 'chargedBack') return payment.status === 'chargedBack';
  if (status === 'refunded') return refunded >= amount && payment.status === 'refunded';
  if (status === 'paid') return refunded === 0 && payment.status === 'succeeded';
  return refunded > 0 && refunded < amount && payment.status === 'partlyRefunded';
}

function ofPayment(order: Order, payment: Payment, refunds: Refund[]): Fault[] {
  const where = `order ${order.code}`;
  const theirs = refunds.filter(({ paymentId }) => paymentId === payment.id);
  const done = sumOf(theirs.filter(({ state }) => state === 'done'));
  const wanted = sumOf(theirs.filter(({ state }) => state !== 'failed'));
  const paid = payment.paidAmount ?? payment.amount;
  const found: Fault[] = [];
  if (done !== payment.refunded) {
    const what = `completed refunds: ${done}, refunded amount of the payment: ${payment.refunded}`;
    found.push({ code: 'refund.sum', where, what });
  }
  if (wanted > paid) {
    found.push({
      code: 'refund.too_much',
      where,
      what: `refunds of ${wanted} for a payment of ${paid}`,
    });
  }
  const hasMoney = payment.status === 'succeeded' || payment.status === 'partlyRefunded';
  if (hasMoney && order.paidBy !== payment.id && wanted < paid) {
    const what = `the payment ${payment.id} is ${payment.status} but did not pay it`;
    found.push({ code: 'order.money_unused', where, what });
  }
  return found;
}

function ofOrder({ payments, refunds }: OrderBooks, order: Order): Fault[] {
  const tries = payments.filter(({ orderId }) => orderId === order.id);
  const payer = tries.find(({ id }) => id === order.paidBy);
  const found: Fault[] = [];
  const say = (code: FaultCode, what: string) =>
    found.push({ code, where: `order ${order.code}`, what });
  const isPaid = isPaidOrder(order);
  if (isPaid && !payer) say('order.no_payment', `is ${order.status} without a payment`);
  if (isPaid !== (order.receiptNumber !== null)) {
    say('order.receipt', `is ${order.status} with the receipt number ${order.receiptNumber}`);
  }
  if (isPaid && payer && (payer.paidAmount ?? payer.amount) !== order.amount) {
    say(
      'order.amount',
      `costs ${order.amount}, but its payment is ${payer.paidAmount ?? payer.amount}`,
    );
  }
  if (isPaid && payer && !fits(order, payer)) {
    const { status, refunded } = payer;
    say(
      'order.refund_state',
      `is ${order.status}, but its payment is ${status} with ${refunded} refunded`,
    );
  }
  return [...found, ...tries.flatMap((payment) => ofPayment(order, payment, refunds))];
}

export const findOrderFaults = (books: OrderBooks): Fault[] =>
  books.orders.flatMap((order) => ofOrder(books, order));
