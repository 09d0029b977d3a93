/** A violated rule, shared by the doctor and the judge of `npm run money -w workshop/chaos`. */
export type Fault = {
  /** stable; docs/how-to/operate.md has a row for each */
  code: FaultCode;
  /** the order number, or kind and id */
  where: string;
  what: string;
};

/** Each code's meaning, and what to do about it. */
export const faults = {
  'order.credits':
    'A paid order grants its credits once. Compare its credit grants; grant missing credits.',
  'order.no_payment': 'A paid order names its payment. Look it up at the provider.',
  'order.money_unused':
    'A successful payment neither paid its order nor was refunded. Refund it by hand.',
  'order.receipt': 'A paid order has a receipt number, no other order has one.',
  'order.amount': 'The paid amount is the price of the order.',
  'order.refund_state': 'The state of an order matches its refunds.',
  'refund.sum': 'The refunded amount of a payment is the sum of its completed refunds.',
  'refund.too_much': 'The refunds exceed the payment. Stop them at the provider.',
  'refund.orphan': 'A refund names a missing order.',
  'lot.given': 'A credit grant is written by one ledger entry.',
  'lot.negative': 'A credit grant is never negative: two starts used the same credits.',
  'lot.expired': 'An expired credit grant is empty.',
  'lot.purse': 'The entries of a credit grant belong to its own balance.',
  'lot.not_taken_back':
    'When an order is fully refunded, its remaining credits are taken back, too.',
  'lot.orphan': 'A credit grant names a missing order.',
  'change.credits':
    'A plan change takes the credits that it deducts, and returns them if it fails.',
  'reservation.open': 'A task has ended but its reservation has not. The owner lacks the credits.',
  'reservation.wrong_end': 'A successful task commits its reservation, any other releases it.',
  'plan.unattended':
    'This plan will never be charged or ended. Restart the server; if that fails, end it by hand.',
  'plan.overdue': 'A due charge was not made. Check that the server is running.',
  'plan.never_ends': 'A plan was not ended at its end date. Check that the server is running.',
  'plan.money_gone': 'A refunded plan must have ended.',
  'provider.paid_not_here':
    'The provider has the money but our payment is unpaid. Restart the server to ask again.',
  'provider.not_paid': 'Our payment is paid but not at the provider. Look the charge up there.',
  'provider.amount': 'The amount at the provider differs from ours.',
  'provider.charged_back': 'The bank charged the payment back but our payment is still paid.',
  'provider.unknown_charge': 'The provider has a charge without a payment of ours.',
  'provider.no_answer': 'The provider could not be asked about this payment. Run the doctor again.',
} as const satisfies Record<string, string>;

export type FaultCode = keyof typeof faults;
