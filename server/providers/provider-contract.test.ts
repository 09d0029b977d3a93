import { afterAll, beforeAll, describe } from 'vitest';
import type { OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { createAirwallex } from './airwallex/airwallex.ts';
import {
  airwallexKeys,
  type FakeAirwallex,
  startFakeAirwallex,
} from './airwallex/fake-airwallex.fixture.ts';
import { type Bench, testProvider } from './provider-contract.fixture.ts';
import { setOutcome } from './sandbox/sandbox.store.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { signatureHeader } from './sandbox/sandbox-signature.ts';
import { type FakeStripe, startFakeStripe, stripeKeys } from './stripe/fake-stripe.fixture.ts';
import { createStripe } from './stripe/stripe.ts';

let offset = 0;
const now = () => new Date(Date.now() + offset);
const time = {
  now,
  advance: (ms: number) => {
    offset += ms;
  },
};
const publicUrl = 'http://127.0.0.1:8787';
const card = { method: 'card', currency: 'EUR', amount: 399 } as const;

describe('the sandbox', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  function bench(): Bench {
    const { db } = database;
    const onError = (error: unknown) => {
      throw error;
    };
    const open = () =>
      createSandbox({ db, now, onError, publicUrl, secret: 'secret', deliver: async () => 200 });
    return {
      open,
      ...time,
      once: card,
      renewing: { ...card, amount: 1299 },
      pay: (ref) => open().act(ref, 'success', 'lost'),
      payLess: (ref) => open().act(ref, 'wrongAmount', 'lost'),
      declineRenewals: (mandate) => setOutcome(db, mandate, 'declined'),
      takeBack: (ref) => open().chargeBack(ref),
      message(reference) {
        const body = JSON.stringify({ id: 'evt', type: 'charge.succeeded', reference });
        return { body, headers: { [signatureHeader]: open().sign(body) } };
      },
    };
  }

  testProvider(bench);
});

describe('Stripe', () => {
  let fake: FakeStripe;
  beforeAll(async () => {
    fake = await startFakeStripe(now);
  });
  afterAll(() => fake.close());

  testProvider(() => ({
    open: () => createStripe({ ...stripeKeys, apiUrl: fake.url, publicUrl }, now),
    ...time,
    once: card,
    renewing: { method: 'paypal', currency: 'USD', amount: 1299 },
    pay: (ref) => fake.pay(ref),
    payLess: (ref) => fake.pay(ref, card.amount - 1),
    declineRenewals: (mandate) => fake.declineRenewals(mandate, 'insufficient_funds'),
    takeBack: (ref) => fake.dispute(ref, 'needs_response'),
    message: (_reference, ref) => {
      const { request: _request, ...session } = fake.books.session(ref);
      return fake.message('checkout.session.completed', session);
    },
  }));
});

describe.each(['answered', 'refused'] as const)('Airwallex, where used keys are %s', (usedKeys) => {
  let fake: FakeAirwallex;
  beforeAll(async () => {
    fake = await startFakeAirwallex(now);
    fake.usedKeys = usedKeys;
  });
  afterAll(() => fake.close());

  testProvider(() => ({
    open: () => createAirwallex({ ...airwallexKeys, apiUrl: fake.url }, now),
    ...time,
    once: { method: 'g_cash', currency: 'PHP', amount: 29_901 },
    renewing: { method: 'touch_n_go', currency: 'MYR', amount: 5435 },
    pay: (ref) => fake.pay(ref),
    payLess: (ref) => fake.pay(ref, 299),
    declineRenewals: (mandate) => fake.declineRenewals(mandate, 'insufficient_funds'),
    takeBack: (ref) => fake.dispute(ref, 'CHARGEBACK', 'REQUIRES_RESPONSE'),
    message: (_reference, ref) => fake.message('payment_intent.succeeded', fake.books.intent(ref)),
  }));
});
