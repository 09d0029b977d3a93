import type { FakeRequest } from '../fake-http.fixture.ts';
import type { FakeIntent, FakeSession, StripeBooks } from './fake-stripe-books.fixture.ts';
import {
  FakeStripeError,
  invalid,
  need,
  needInteger,
  readForm,
  refuseUnknown,
  under,
} from './fake-stripe-form.fixture.ts';

/** Payment methods of the simulated account, with their currencies, or null for all currencies. */
const types: Record<string, readonly string[] | null> = {
  card: null,
  paypal: ['eur', 'gbp', 'usd', 'aud', 'cad', 'hkd', 'nzd', 'sgd'],
  upi: ['inr'],
};

const minutes = (count: number) => count * 60;

function checkType(fields: Map<string, string>, currency: string): void {
  const type = need(fields, 'allowed_payment_method_types.0');
  const taken = types[type];
  if (taken === undefined) throw invalid('payment_method_unactivated', type);
  if (taken && !taken.includes(currency)) throw invalid('payment_method_not_available', type);
}

function checkAmount(amount: number, currency: string): void {
  if (!/^[a-z]{3}$/.test(currency)) throw invalid('parameter_invalid', 'currency');
  if (amount < 30) throw invalid('amount_too_small');
  if (amount > 99_999_999 && currency !== 'idr') throw invalid('amount_too_large');
}

const sessionFields = [
  ...['mode', 'client_reference_id', 'metadata.*', 'locale', 'success_url', 'cancel_url'],
  ...['allowed_payment_method_types.*', 'expires_at', 'adaptive_pricing.enabled'],
  ...['customer_creation', 'line_items.*.quantity', 'line_items.*.price_data.currency'],
  ...['line_items.*.price_data.unit_amount', 'line_items.*.price_data.product_data.name'],
  ...['payment_intent_data.description', 'payment_intent_data.metadata.*'],
  'payment_intent_data.setup_future_usage',
];

const intentFields = [
  ...['amount', 'currency', 'customer', 'payment_method', 'off_session', 'confirm', 'description'],
  ...['metadata.*', 'return_url', 'allowed_payment_method_types.*'],
];

type Fields = Map<string, string>;
type Call = (ids: string[], fields: Fields, expand: string[]) => unknown;

/** Returns the calls that this product makes, by method and path. */
export function stripeCalls(books: StripeBooks): [RegExp, Call][] {
  const shownIntent = (intent: FakeIntent, isOpened: boolean) => ({
    ...intent,
    latest_charge: isOpened ? books.chargeOf(intent) : intent.latest_charge,
  });

  function shownSession({ request: _request, ...session }: FakeSession, expand: string[]) {
    const opened = expand.find((name) => name.startsWith('payment_intent'));
    if (!opened || !session.payment_intent) return session;
    const intent = books.intent(session.payment_intent);
    return { ...session, payment_intent: shownIntent(intent, opened.endsWith('latest_charge')) };
  }

  const list = (data: unknown[]) => ({ object: 'list', has_more: false, data });

  function makeSession(fields: Fields): FakeSession {
    refuseUnknown(fields, sessionFields);
    if (need(fields, 'mode') !== 'payment') throw invalid('parameter_invalid', 'mode');
    const price = 'line_items.0.price_data';
    const currency = need(fields, `${price}.currency`);
    const amount = needInteger(fields, `${price}.unit_amount`);
    need(fields, `${price}.product_data.name`);
    need(fields, 'line_items.0.quantity');
    new URL(need(fields, 'success_url'));
    checkType(fields, currency);
    checkAmount(amount, currency);
    const expires_at = needInteger(fields, 'expires_at');
    const rest = expires_at - books.seconds();
    if (rest < minutes(30) || rest > minutes(24 * 60)) throw invalid('expires_at', 'expires_at');
    const id = books.newId('cs');
    const session: FakeSession = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      currency,
      url: `https://checkout.stripe.com/c/pay/${id}`,
      amount_total: amount,
      expires_at,
      payment_intent: null,
      customer: null,
      metadata: under(fields, 'metadata'),
      client_reference_id: fields.get('client_reference_id') ?? null,
      request: {
        savesCustomer: fields.get('customer_creation') === 'always',
        saves: fields.get('payment_intent_data.setup_future_usage') ?? null,
        metadata: under(fields, 'payment_intent_data.metadata'),
      },
    };
    books.sessions.set(id, session);
    return session;
  }

  /** Creates an intent. Supports only off-session charges that are confirmed at once. */
  function makeIntent(fields: Fields): FakeIntent {
    refuseUnknown(fields, intentFields);
    const [amount, currency] = [needInteger(fields, 'amount'), need(fields, 'currency')];
    checkAmount(amount, currency);
    checkType(fields, currency);
    const [customer, method] = [need(fields, 'customer'), need(fields, 'payment_method')];
    const owner = [...books.intents.values()].find((one) => one.payment_method === method);
    if (owner?.customer !== customer) throw invalid('resource_missing', 'payment_method');
    if (need(fields, 'off_session') !== 'true' || need(fields, 'confirm') !== 'true') {
      throw invalid('parameter_invalid', 'confirm');
    }
    need(fields, 'return_url');
    const metadata = under(fields, 'metadata');
    const intent = books.makeIntent({ amount, currency, customer, metadata });
    books.charge(intent);
    if (intent.last_payment_error) {
      const error = { type: 'card_error', message: 'declined', ...intent.last_payment_error };
      throw new FakeStripeError(402, { ...error, payment_intent: intent }, true);
    }
    intent.payment_method = method;
    return intent;
  }

  function closeSession(id: string): FakeSession {
    const session = books.session(id);
    if (session.status !== 'open') throw invalid('status_transition_invalid');
    session.status = 'expired';
    return session;
  }

  return [
    [/^POST \/v1\/checkout\/sessions$/, (_ids, fields) => shownSession(makeSession(fields), [])],
    [
      /^GET \/v1\/checkout\/sessions\/(\w+)$/,
      ([id = ''], _fields, expand) => shownSession(books.session(id), expand),
    ],
    [
      /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/,
      ([id = '']) => shownSession(closeSession(id), []),
    ],
    [/^POST \/v1\/payment_intents$/, (_ids, fields) => makeIntent(fields)],
    [
      /^GET \/v1\/payment_intents$/,
      (_ids, fields) =>
        list(
          [...books.intents.values()]
            .filter(({ customer }) => customer === fields.get('customer'))
            .reverse()
            .map((intent) => shownIntent(intent, true)),
        ),
    ],
    [
      /^GET \/v1\/payment_intents\/(\w+)$/,
      ([id = ''], _fields, expand) =>
        shownIntent(books.intent(id), expand.includes('latest_charge')),
    ],
    [
      /^POST \/v1\/payment_intents\/(\w+)\/cancel$/,
      ([id = '']) => {
        const intent = books.intent(id);
        if (!intent.status.startsWith('requires')) throw invalid('payment_intent_unexpected_state');
        return Object.assign(intent, { status: 'canceled' });
      },
    ],
    [
      /^POST \/v1\/refunds$/,
      (_ids, fields) => {
        refuseUnknown(fields, ['payment_intent', 'amount', 'metadata.*']);
        const amount = needInteger(fields, 'amount');
        return books.giveBack(need(fields, 'payment_intent'), amount, under(fields, 'metadata'));
      },
    ],
    [
      /^GET \/v1\/(refunds|disputes)$/,
      ([kind = ''], fields) =>
        list(
          (kind === 'refunds' ? books.refunds : books.disputes).filter(
            ({ payment_intent }) => payment_intent === fields.get('payment_intent'),
          ),
        ),
    ],
  ];
}

/** Returns the fields of a request, from query or body, and the fields to expand in the answer. */
export function fieldsOf({ method, query, body }: FakeRequest) {
  const fields = readForm(method === 'GET' ? new URLSearchParams(query).toString() : body);
  const expand = [...fields].filter(([name]) => name.startsWith('expand.'));
  for (const [name] of expand) fields.delete(name);
  return { fields, expand: expand.map(([, value]) => value) };
}
