import { FakeStripeError, invalid } from './fake-stripe-form.fixture.ts';

/*
 * State of the fake Stripe, limited to the features that this product uses (docs.stripe.com/api).
 */

export type FakeIntent = {
  id: string;
  object: 'payment_intent';
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  payment_method: string | null;
  setup_future_usage: string | null;
  metadata: Record<string, string>;
  last_payment_error: { code: string; decline_code: string } | null;
  latest_charge: string | null;
  created: number;
};

export type FakeSession = {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  url: string | null;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  expires_at: number;
  customer: string | null;
  /** parameters for the intent that the session creates later; not part of Stripe's object */
  request: { savesCustomer: boolean; saves: string | null; metadata: Record<string, string> };
};

export type FakeRefund = {
  id: string;
  object: 'refund';
  status: string;
  amount: number;
  payment_intent: string;
  metadata: Record<string, string>;
};

export type FakeDispute = { id: string; object: 'dispute'; status: string; payment_intent: string };

export type StripeBooks = ReturnType<typeof createBooks>;

export function createBooks(now: () => Date) {
  let made = 0;
  const newId = (kind: string) => {
    made += 1;
    return `${kind}_test_${made}`;
  };
  const seconds = () => Math.floor(now().getTime() / 1000);
  const sessions = new Map<string, FakeSession>();
  const intents = new Map<string, FakeIntent>();
  const refunds: FakeRefund[] = [];
  const disputes: FakeDispute[] = [];
  /** customers whose bank declines, with the reason */
  const declines = new Map<string, string>();

  function find<Item>(items: Map<string, Item>, id: string): Item {
    const item = items.get(id);
    if (item) return item;
    throw new FakeStripeError(404, { type: 'invalid_request_error', code: 'resource_missing' });
  }

  function session(id: string): FakeSession {
    const one = find(sessions, id);
    if (one.status === 'open' && one.expires_at <= seconds()) one.status = 'expired';
    return one;
  }

  function makeIntent(rest: Partial<FakeIntent> & Pick<FakeIntent, 'amount' | 'currency'>) {
    const intent: FakeIntent = {
      id: newId('pi'),
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount_received: 0,
      customer: null,
      payment_method: null,
      setup_future_usage: null,
      metadata: {},
      last_payment_error: null,
      latest_charge: null,
      created: seconds(),
      ...rest,
    };
    intents.set(intent.id, intent);
    return intent;
  }

  /** Returns the intent of a session. It is created when the session's buyer tries to pay. */
  function intentOf(one: FakeSession): FakeIntent {
    if (one.payment_intent) return find(intents, one.payment_intent);
    const { saves, savesCustomer, metadata } = one.request;
    one.customer = savesCustomer ? newId('cus') : null;
    const intent = makeIntent({
      amount: one.amount_total,
      currency: one.currency,
      customer: one.customer,
      metadata,
      setup_future_usage: saves,
    });
    one.payment_intent = intent.id;
    return intent;
  }

  function charge(intent: FakeIntent, amount = intent.amount): void {
    const code = intent.customer ? declines.get(intent.customer) : undefined;
    intent.latest_charge = newId('ch');
    if (code) {
      intent.last_payment_error = { code: 'card_declined', decline_code: code };
      return;
    }
    Object.assign(intent, { status: 'succeeded', amount_received: amount });
    intent.last_payment_error = null;
  }

  function refundable({ id, amount_received }: FakeIntent): number {
    const back = refunds.filter((one) => one.payment_intent === id && one.status !== 'failed');
    return amount_received - back.reduce((sum, { amount }) => sum + amount, 0);
  }

  return {
    sessions,
    intents,
    refunds,
    disputes,
    declines,
    newId,
    seconds,
    session,
    makeIntent,
    intentOf,
    charge,
    intent: (id: string) => find(intents, id),
    /** Returns the charge of an intent. */
    chargeOf: (intent: FakeIntent) =>
      intent.latest_charge && {
        id: intent.latest_charge,
        object: 'charge',
        disputed: disputes.some(({ payment_intent }) => payment_intent === intent.id),
      },
    giveBack(id: string, amount: number, metadata: Record<string, string>): FakeRefund {
      const intent = find(intents, id);
      const left = refundable(intent);
      if (left === 0) throw invalid('charge_already_refunded');
      if (amount > left) throw invalid('amount_too_large', 'amount');
      const refund: FakeRefund = {
        id: newId('re'),
        object: 'refund',
        status: 'succeeded',
        amount,
        payment_intent: id,
        metadata,
      };
      refunds.push(refund);
      return refund;
    },
  };
}
