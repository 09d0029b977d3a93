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
  'order.credits': 'A paid order brings its credits once. Compare its lots; grant what is missing.',
  'order.no_payment': 'A paid order names the payment that paid it. Look it up at the provider.',
  'order.money_unused':
    'A payment succeeded and neither paid its order nor went back. Refund it by hand.',
  'order.receipt': 'A paid order has a receipt number, no other order has one.',
  'order.amount': 'What was paid is what the order costs.',
  'order.refund_state': 'How much of an order went back is what its state says.',
  'refund.sum': 'What went back of a payment is the sum of its refunds that are done.',
  'refund.too_much': 'More goes back than was paid. Stop it at the provider.',
  'refund.orphan': 'A refund names an order that is not there.',
  'lot.given': 'A lot is given by one line.',
  'lot.negative': 'A lot never holds less than nothing: two starts used the same credits.',
  'lot.expired': 'A lot that has expired holds nothing.',
  'lot.purse': 'The lines of a lot lie in its own purse.',
  'lot.not_taken_back':
    'When all the money of an order went back, what was left of its credits goes too.',
  'lot.orphan': 'A lot names an order that is not there.',
  'change.credits':
    'A change of plan takes the credits that it deducts, and gives them back if it is not made.',
  'reservation.open': 'A task has ended, and its reservation has not. The owner lacks the credits.',
  'reservation.wrong_end': 'A task that succeeded commits its reservation, any other releases it.',
  'plan.unattended':
    'Nobody will charge or end this plan. Restart the server; else end it by hand.',
  'plan.overdue': 'A charge is due and was not made. Is the server running?',
  'plan.never_ends': 'A plan is over and was not ended. Is the server running?',
  'plan.money_gone': 'The money of a plan went back, so the plan is over.',
  'provider.paid_not_here':
    'The provider has the money and we do not know. Ask again by a restart.',
  'provider.not_paid': 'We call it paid and the provider does not. Look the charge up there.',
  'provider.amount': 'The provider has another amount than we wrote down.',
  'provider.charged_back': 'The bank took the money back and we do not know.',
  'provider.unknown_charge': 'The provider has money that no payment of ours knows.',
  'provider.no_answer': 'The provider could not be asked about this payment. Run the doctor again.',
} as const satisfies Record<string, string>;

export type FaultCode = keyof typeof faults;
