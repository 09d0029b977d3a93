import { expect, it } from 'vitest';
import type { Order } from '../../../machines/model/order.ts';
import { sampleOrder } from '../../../machines/testing/sample-prices.ts';
import { english } from '../../../tools/testing/render-at-rest.tsx';
import { leadWords, titleWords } from './order-check-words.ts';

/* Tests the texts that explain why an order was not paid. */

type Payment = NonNullable<Order['payment']>;
const notPaid = (payment: Partial<Payment>, changes: Partial<Order> = {}): Order => {
  const { payment: usual, ...order } = sampleOrder({ status: 'notPaid', ...changes });
  if (!usual) throw new Error('Expected the sample order to have a payment.');
  return { ...order, payment: { ...usual, ...payment } };
};

const lead = (order: Order) => english(leadWords(order, 'notPaid', false));

it.each<[said: string | null, lead: RegExp]>([
  ['insufficient_funds', /^There wasn’t enough money in the account/],
  ['expired_card', /^The card has expired/],
  ['incorrect_cvc', /^The card details weren’t right/],
  ['incorrect_number', /^The card details weren’t right/],
  ['authentication_required', /^The payment wasn’t confirmed with your bank/],
  ['do_not_honor', /^Your payment was declined/],
  [null, /^Your payment was declined/],
])('shows why a provider declined with %s, and that nothing was charged', (reason, expected) => {
  const words = lead(notPaid({ status: 'failed', reason }));
  expect(words).toMatch(expected);
  expect(words).toMatch(/weren’t charged/i);
});

it.each<[status: Payment['status'], lead: RegExp]>([
  ['cancelled', /^You closed the payment page/],
  ['expired', /^The payment page was open for too long/],
  ['mismatched', /^The amount that arrived didn’t match/],
])(
  'shows the outcome of a payment that is %s, whatever reason the provider gave',
  (status, expected) => {
    expect(lead(notPaid({ status, reason: 'expired_card' }))).toMatch(expected);
  },
);

it('has a separate title for a wrong amount, also after its refund', () => {
  const at = '2026-11-20T12:00:00.000Z';
  const refund = {
    amount: 100,
    currency: 'EUR',
    reason: 'wrongAmount',
    status: 'done',
    at,
  } as const;
  const orders = [
    notPaid({ status: 'mismatched' }),
    notPaid({ status: 'refunded' }, { refunds: [refund] }),
  ];
  const title = (order: Order) => english(titleWords(order, 'notPaid', false));
  expect(title(notPaid({ status: 'failed' }))).toBe('The payment didn’t go through');
  for (const order of orders) {
    expect(title(order)).toBe('The amount didn’t match');
    expect(lead(order)).toMatch(/^The amount that arrived didn’t match/);
  }
});
