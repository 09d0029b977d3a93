import type { ProviderName } from '../platform/config/payments-config.ts';
import {
  airwallexKeys,
  startFakeAirwallex,
} from '../providers/airwallex/fake-airwallex.fixture.ts';
import type { FakeServer } from '../providers/fake-http.fixture.ts';
import {
  type SignedMessage,
  startFakeStripe,
  stripeKeys,
} from '../providers/stripe/fake-stripe.fixture.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { type PresentedOrder, pack, rowsOf } from './money.fixture.ts';

/*
 * Helpers that start the whole server with external providers, and act as buyers and banks at these
 * providers.
 */

/** A provider, and its products for buyers of one country. */
export type Shop = {
  name: Exclude<ProviderName, 'sandbox'>;
  fake: FakeServer;
  pack: typeof pack;
  plan: typeof pack;
  /** matches `METHOD /path` of the calls that create a checkout, charge a plan and refund */
  paths: { checkout: RegExp; charge: RegExp; refund: RegExp };
  pay(ref: string, amount?: number): void;
  takeBack(ref: string): void;
  declineRenewals(mandate: string): void;
  /** Returns the webhook message that the provider would send now. */
  message(ref: string, rest?: { id?: string; at?: Date; secret?: string }): SignedMessage;
  /** Returns the sum of charges, or of refunds, in the provider's own units. */
  charged(): number;
  returned(): number[];
  /** Returns true if the checkout is closed at the provider. */
  isClosed(ref: string): boolean;
};

export type World = {
  server: TestServer;
  shops: Record<Shop['name'], Shop>;
  stop(): Promise<void>;
};

type Stripe = Awaited<ReturnType<typeof startFakeStripe>>;
type Airwallex = Awaited<ReturnType<typeof startFakeAirwallex>>;

const stripeShop = (fake: Stripe): Shop => ({
  name: 'stripe',
  fake,
  pack,
  plan: { ...pack, productCode: 'plan-week', amount: 499, autoRenew: true },
  paths: {
    checkout: /POST .*\/sessions$/,
    charge: /POST .*\/payment_intents$/,
    refund: /POST .*\/refunds$/,
  },
  pay: (ref, amount) => fake.pay(ref, amount),
  takeBack: (ref) => fake.dispute(ref, 'needs_response'),
  declineRenewals: (mandate) => fake.declineRenewals(mandate, 'insufficient_funds'),
  message(ref, rest) {
    const dispute = fake.books.disputes.find(
      ({ payment_intent }) => payment_intent === fake.books.sessions.get(ref)?.payment_intent,
    );
    if (dispute) return fake.message('charge.dispute.created', dispute, rest);
    const { request: _request, ...session } = fake.books.session(ref);
    return fake.message('checkout.session.completed', session, rest);
  },
  charged: () =>
    [...fake.books.intents.values()].filter(({ status }) => status === 'succeeded').length,
  returned: () => fake.books.refunds.map(({ amount }) => amount),
  isClosed: (ref) => fake.books.session(ref).status === 'expired',
});

const inMalaysia = { ...pack, country: 'MY', currency: 'MYR', method: 'touch_n_go' };

const airwallexShop = (fake: Airwallex): Shop => ({
  name: 'airwallex',
  fake,
  pack: { ...inMalaysia, amount: 1290 },
  plan: { ...inMalaysia, productCode: 'plan-week', amount: 1690, autoRenew: true },
  paths: {
    checkout: /POST .*\/payment_intents\/create$/,
    charge: /POST .*\/confirm$/,
    refund: /POST .*\/refunds\/create$/,
  },
  pay: (ref, amount) => fake.pay(ref, amount === undefined ? undefined : amount / 100),
  takeBack: (ref) => fake.dispute(ref, 'CHARGEBACK', 'REQUIRES_RESPONSE'),
  declineRenewals: (mandate) => fake.declineRenewals(mandate, 'insufficient_funds'),
  message(ref, rest) {
    const dispute = fake.books.disputes.find(({ payment_intent_id }) => payment_intent_id === ref);
    return dispute
      ? fake.message('payment_dispute.requires_response', dispute, rest)
      : fake.message('payment_intent.succeeded', fake.books.intent(ref), rest);
  },
  charged: () =>
    [...fake.books.intents.values()].filter(({ status }) => status === 'SUCCEEDED').length,
  returned: () => fake.books.refunds.map(({ amount }) => Math.round(amount * 100)),
  isClosed: (ref) => fake.books.intent(ref).status === 'CANCELLED',
});

export async function startWorld(): Promise<World> {
  let server: TestServer | undefined;
  const now = () => server?.clock.now() ?? new Date();
  const [stripe, airwallex] = await Promise.all([startFakeStripe(now), startFakeAirwallex(now)]);
  server = await startTestServer({
    env: {
      PAYMENT_PROVIDERS: 'stripe,airwallex',
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      AIRWALLEX_API_URL: airwallex.url,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      AIRWALLEX_CLIENT_ID: airwallexKeys.clientId,
      AIRWALLEX_API_KEY: airwallexKeys.apiKey,
      AIRWALLEX_WEBHOOK_SECRET: airwallexKeys.webhookSecret,
    },
  });
  const running = server;
  return {
    server: running,
    shops: { stripe: stripeShop(stripe), airwallex: airwallexShop(airwallex) },
    async stop() {
      await running.stop();
      await Promise.all([stripe.close(), airwallex.close()]);
    },
  };
}

/** Sends a provider's message. Returns the server's answer. */
export async function sendMessage({ server }: World, { name }: Shop, message: SignedMessage) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/v1/payment/webhook/${name}`,
    payload: message.body,
    headers: { 'content-type': 'application/json', ...message.headers },
  });
  return { status: answer.statusCode, success: String(answer.json().success) };
}

/** Returns the provider's reference of the latest payment of an order. */
export async function refOf({ server }: World, { code }: PresentedOrder): Promise<string> {
  const { payments } = await rowsOf(server, code);
  const ref = payments.at(-1)?.ref;
  if (!ref) throw new Error('Expected a payment with a provider reference.');
  return ref;
}
