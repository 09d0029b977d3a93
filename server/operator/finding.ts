/**
 * A violated rule, as reported by the doctor and by the judge of `npm run money -w
 * workshop/chaos`.
 */
export type Fault = {
  /** stable code, because operators refer to it */
  code: FaultCode;
  /** the order number, or kind and id of the row */
  where: string;
  what: string;
};

/** The meaning of each code, and what an operator should do. */
export const faults = {
  'order.credits':
    'A paid order did not grant its credits exactly once. Compare its credit grants; grant missing credits.',
  'order.no_payment': 'No payment has paid this paid order. Look it up at the provider.',
  'order.money_unused':
    'A successful payment neither paid its order nor was refunded. Refund it by hand.',
  'order.receipt': 'A paid order has no receipt number, or an unpaid one has one.',
  'order.amount': 'The paid amount differs from the price of the order.',
  'order.refund_state': 'The state of an order does not match its refunds.',
  'refund.sum': 'The refunded amount of a payment differs from the sum of its completed refunds.',
  'refund.too_much': 'The refunds exceed the payment. Stop them at the provider.',
  'refund.orphan': 'A refund names a missing order.',
  'lot.given': 'A credit grant was not written by exactly one ledger line.',
  'lot.negative': 'A credit grant is negative: two starts used the same credits.',
  'lot.expired': 'An expired credit grant still has credits.',
  'lot.purse': 'A ledger line of a credit grant belongs to another balance.',
  'lot.not_taken_back':
    'An order was fully refunded, but its remaining credits were not taken back.',
  'lot.orphan': 'A credit grant names a missing order.',
  'change.credits':
    'A plan change did not take the credits that it deducts, or did not return them after it failed.',
  'reservation.open': 'A task has ended but its reservation has not. The owner lacks the credits.',
  'reservation.wrong_end':
    'A successful task did not commit its reservation, or another one did not release it.',
  'plan.unattended':
    'This plan will never be charged or ended. Restart the server; if that fails, end it by hand.',
  'plan.overdue': 'A due charge was not made. Check that the server is running.',
  'plan.never_ends': 'A plan was not ended at its end date. Check that the server is running.',
  'plan.money_gone': 'A refunded plan has not ended.',
  'provider.paid_not_here':
    'The provider has the money but our payment is unpaid. Restart the server to ask again.',
  'provider.not_paid': 'Our payment is paid but not at the provider. Look up the charge there.',
  'provider.amount': 'The amount at the provider differs from ours.',
  'provider.charged_back': 'The bank charged the payment back but our payment is still paid.',
  'provider.unknown_charge': 'The provider has a charge that belongs to none of our payments.',
  'provider.no_answer':
    'The provider did not answer an inquiry about this payment. Run the doctor again.',
} as const satisfies Record<string, string>;

export type FaultCode = keyof typeof faults;
