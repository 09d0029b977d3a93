import { z } from 'zod';
import type { FakeRequest } from '../fake-http.fixture.ts';
import {
  type AirwallexBooks,
  type FakeAirIntent,
  FakeAirwallexError,
  wrong,
} from './fake-airwallex-books.fixture.ts';

const requestId = z.string().min(1).max(64);

/** Wallets accept their home currency; PayPal accepts several. */
const currencies: Record<string, readonly string[]> = {
  dana: ['IDR'],
  gcash: ['PHP'],
  tng: ['MYR'],
  truemoney: ['THB'],
  rabbit_line_pay: ['THB'],
  boost: ['MYR'],
  shopee_pay: ['IDR', 'MYR', 'PHP'],
  paypal: ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
};
const withFlow = ['dana', 'gcash', 'tng', 'truemoney', 'rabbit_line_pay'];
const withCode = ['tng', 'truemoney'];

const bodies = {
  customer: z.strictObject({ request_id: requestId, merchant_customer_id: z.string().max(64) }),
  consent: z.strictObject({
    request_id: requestId,
    customer_id: z.string(),
    next_triggered_by: z.literal('merchant'),
    merchant_trigger_reason: z.enum(['scheduled', 'unscheduled']),
    metadata: z.record(z.string(), z.string()).optional(),
  }),
  intent: z.strictObject({
    request_id: requestId,
    amount: z.number().positive(),
    currency: z.string().length(3),
    merchant_order_id: z.string().min(1).max(64),
    descriptor: z.string().max(32),
    customer_id: z.string().optional(),
    return_url: z.url().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
  }),
  method: z.looseObject({ type: z.string() }),
  refund: z.strictObject({
    request_id: requestId,
    payment_intent_id: z.string(),
    amount: z.number().positive(),
  }),
  key: z.strictObject({ request_id: requestId }),
};

const verify = z.strictObject({
  request_id: requestId,
  payment_method: bodies.method,
  return_url: z.url(),
});
const confirm = z.union([
  z.strictObject({ request_id: requestId, payment_method: bodies.method }),
  z.strictObject({ request_id: requestId, payment_consent_id: z.string() }),
]);

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw wrong(parsed.error.issues.map(({ path }) => path.join('.')).join());
  return parsed.data;
}

function checkMethod({ type, ...rest }: z.output<typeof bodies.method>, currency?: string): void {
  const taken = currencies[type];
  if (!taken) throw new FakeAirwallexError(400, 'payment_method_not_allowed');
  if (currency && !taken.includes(currency)) throw wrong('currency');
  const own = rest[type] as { flow?: string; shopper_name?: string } | undefined;
  if (withFlow.includes(type) && own?.flow !== 'qrcode') throw wrong(`${type}.flow`);
  if (['boost', 'shopee_pay'].includes(type) && !own?.shopper_name) throw wrong('shopper_name');
}

const digits = (currency: string) => (['JPY', 'KRW'].includes(currency) ? 0 : 2);

function checkAmount({ amount, currency }: { amount: number; currency: string }): void {
  if (Number(amount.toFixed(digits(currency))) !== amount) throw wrong('amount');
}

const page = (id: string) => ({
  type: 'redirect',
  method: 'GET',
  url: `https://api.airwallex.com/pa/redirect/hk/${id}`,
});

const actionOf = (id: string, type: string) =>
  withCode.includes(type)
    ? { ...page(id), type: 'render_qrcode', qrcode: `https://wallet.example/${id}` }
    : page(id);

type Call = (ids: string[], body: unknown, query: Record<string, string>) => unknown;

const filtered = <Item extends object>(items: Iterable<Item>, query: Record<string, string>) => ({
  has_more: false,
  items: [...items].filter((item) =>
    Object.entries(query).every(([name, value]) => Reflect.get(item, name) === value),
  ),
});

/** Returns the calls that this product makes, by method and path. */
export function airwallexCalls(books: AirwallexBooks): [RegExp, Call][] {
  const { intents, consents, customers, newId } = books;

  function keep<Item extends { id: string }>(items: Map<string, Item>, item: Item): Item {
    items.set(item.id, item);
    return item;
  }

  function makeIntent(body: unknown): FakeAirIntent {
    const { descriptor: _descriptor, ...request } = read(bodies.intent, body);
    checkAmount(request);
    if (request.customer_id && !customers.has(request.customer_id)) throw wrong('customer_id');
    const rest = { id: newId('int'), status: 'REQUIRES_PAYMENT_METHOD', captured_amount: 0 };
    return keep(intents, { ...rest, ...(request as Omit<FakeAirIntent, keyof typeof rest>) });
  }

  function confirmIntent(id: string, body: unknown): FakeAirIntent {
    const intent = books.intent(id);
    const request = read(confirm, body);
    if (intent.status !== 'REQUIRES_PAYMENT_METHOD') {
      throw new FakeAirwallexError(400, 'invalid_status_for_operation');
    }
    if ('payment_consent_id' in request) {
      books.charge(intent, request.payment_consent_id);
      return intent;
    }
    checkMethod(request.payment_method, intent.currency);
    intent.latest_payment_attempt = { id: newId('att'), status: 'AUTHENTICATION_REDIRECTED' };
    intent.next_action = actionOf(id, request.payment_method.type);
    return Object.assign(intent, { status: 'REQUIRES_CUSTOMER_ACTION' });
  }

  function cancelIntent(id: string, body: unknown): FakeAirIntent {
    read(bodies.key, body);
    const intent = books.intent(id);
    if (!intent.status.startsWith('REQUIRES')) {
      throw new FakeAirwallexError(400, 'invalid_status_for_operation');
    }
    return Object.assign(intent, { status: 'CANCELLED', next_action: undefined });
  }

  function verifyConsent(id: string, body: unknown) {
    const consent = books.consent(id);
    const { payment_method } = read(verify, body);
    checkMethod(payment_method);
    const next_action = page(id);
    return Object.assign(consent, {
      status: 'REQUIRES_CUSTOMER_ACTION',
      payment_method,
      next_action,
    });
  }

  const at = (method: string, path: string) =>
    new RegExp(`^${method} /api/v1/pa/${path.replaceAll('{id}', '([\\w-]+)')}$`);

  return [
    [
      at('POST', 'customers/create'),
      (_ids, body) => keep(customers, { id: newId('cus'), ...read(bodies.customer, body) }),
    ],
    [at('GET', 'customers'), (_ids, _body, query) => filtered(customers.values(), query)],
    [
      at('POST', 'payment_consents/create'),
      (_ids, body) => {
        const request = read(bodies.consent, body);
        if (!customers.has(request.customer_id)) throw wrong('customer_id');
        const { customer_id, metadata = {} } = request;
        const rest = { status: 'REQUIRES_PAYMENT_METHOD', customer_id, metadata };
        return keep(consents, { id: newId('cst'), ...rest });
      },
    ],
    [at('GET', 'payment_consents'), (_ids, _body, query) => filtered(consents.values(), query)],
    [at('GET', 'payment_consents/{id}'), ([id = '']) => books.consent(id)],
    [at('POST', 'payment_consents/{id}/verify'), ([id = ''], body) => verifyConsent(id, body)],
    [
      at('POST', 'payment_consents/{id}/disable'),
      ([id = '']) => Object.assign(books.consent(id), { status: 'DISABLED' }),
    ],
    [at('POST', 'payment_intents/create'), (_ids, body) => makeIntent(body)],
    [at('GET', 'payment_intents'), (_ids, _body, query) => filtered(intents.values(), query)],
    [at('GET', 'payment_intents/{id}'), ([id = '']) => books.intent(id)],
    [at('POST', 'payment_intents/{id}/confirm'), ([id = ''], body) => confirmIntent(id, body)],
    [at('POST', 'payment_intents/{id}/cancel'), ([id = ''], body) => cancelIntent(id, body)],
    [at('POST', 'refunds/create'), (_ids, body) => books.giveBack(read(bodies.refund, body))],
    [at('GET', 'refunds'), (_ids, _body, query) => filtered(books.refunds, query)],
    [at('GET', 'payment_disputes'), (_ids, _body, query) => filtered(books.disputes, query)],
  ];
}

export const bodyOf = ({ method, body }: FakeRequest): unknown =>
  method === 'GET' || body === '' ? {} : JSON.parse(body);
