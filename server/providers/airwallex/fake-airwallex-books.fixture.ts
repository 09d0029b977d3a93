/*
 * State of the fake Airwallex, limited to the features that this product uses
 * (airwallex.com/docs/api).
 */

export class FakeAirwallexError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const wrong = (source: string): FakeAirwallexError =>
  new FakeAirwallexError(400, 'validation_error', `${source} is wrong`);

type Action = { type: string; method?: string; url?: string; qrcode?: string };

type Attempt = { id: string; status: string; failure_code?: string };

export type FakeAirIntent = {
  id: string;
  request_id: string;
  status: string;
  amount: number;
  captured_amount: number;
  currency: string;
  merchant_order_id: string;
  customer_id?: string;
  return_url?: string;
  metadata?: Record<string, string>;
  next_action?: Action | undefined;
  latest_payment_attempt?: Attempt;
};

export type FakeConsent = {
  id: string;
  customer_id: string;
  status: string;
  metadata?: Record<string, string>;
  payment_method?: { type: string };
  next_action?: Action | undefined;
};

export type FakeAirRefund = {
  id: string;
  request_id: string;
  payment_intent_id: string;
  amount: number;
  status: string;
};

export type FakeAirDispute = { payment_intent_id: string; stage: string; status: string };

export type AirwallexBooks = ReturnType<typeof createAirwallexBooks>;

export function createAirwallexBooks() {
  let made = 0;
  const newId = (kind: string) => {
    made += 1;
    return `${kind}_hkpd${made}`;
  };
  const intents = new Map<string, FakeAirIntent>();
  const consents = new Map<string, FakeConsent>();
  const customers = new Map<string, { id: string; merchant_customer_id: string }>();
  const refunds: FakeAirRefund[] = [];
  const disputes: FakeAirDispute[] = [];
  /** consents whose wallet declines, with the reason */
  const declines = new Map<string, string>();

  function find<Item>(items: Map<string, Item>, id: string): Item {
    const item = items.get(id);
    if (!item) throw new FakeAirwallexError(404, 'resource_not_found');
    return item;
  }

  const succeed = (intent: FakeAirIntent, amount = intent.amount) => {
    intent.latest_payment_attempt = { id: newId('att'), status: 'AUTHORIZED' };
    Object.assign(intent, { status: 'SUCCEEDED', captured_amount: amount, next_action: undefined });
  };

  const fail = (intent: FakeAirIntent, status: string, failure_code: string) => {
    intent.latest_payment_attempt = { id: newId('att'), status, failure_code };
    Object.assign(intent, { status: 'REQUIRES_PAYMENT_METHOD', next_action: undefined });
  };

  return {
    intents,
    consents,
    customers,
    refunds,
    disputes,
    declines,
    newId,
    succeed,
    fail,
    intent: (id: string) => find(intents, id),
    consent: (id: string) => find(consents, id),
    /** Charges a consent off session. */
    charge(intent: FakeAirIntent, id: string): void {
      const consent = find(consents, id);
      if (consent.customer_id !== intent.customer_id) throw wrong('customer_id');
      if (consent.status !== 'VERIFIED') {
        throw new FakeAirwallexError(400, 'invalid_status_for_operation');
      }
      const reason = declines.get(id);
      if (!reason) {
        succeed(intent);
        return;
      }
      fail(intent, 'FAILED', reason);
      throw new FakeAirwallexError(400, 'provider_declined');
    },
    giveBack(request: { request_id: string; payment_intent_id: string; amount: number }) {
      const intent = find(intents, request.payment_intent_id);
      const before = refunds.filter((one) => one.payment_intent_id === intent.id);
      const left = before.reduce((rest, { amount }) => rest - amount, intent.captured_amount);
      if (request.amount > left + 1e-9) throw new FakeAirwallexError(400, 'amount_above_limit');
      const refund: FakeAirRefund = { id: newId('rfd'), ...request, status: 'RECEIVED' };
      refunds.push(refund);
      return refund;
    },
  };
}
