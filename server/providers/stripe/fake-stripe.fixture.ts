import { createHmac } from 'node:crypto';
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeServer,
  startFake,
} from '../fake-http.fixture.ts';
import { createBooks, type StripeBooks } from './fake-stripe-books.fixture.ts';
import { fieldsOf, stripeCalls } from './fake-stripe-calls.fixture.ts';
import { FakeStripeError } from './fake-stripe-form.fixture.ts';

export const stripeKeys = { secretKey: 'sk_test_of_tests', webhookSecret: 'whsec_of_tests' };

const troubles: Record<number, string> = { 400: 'invalid_request_error', 429: 'rate_limit_error' };

/** Time after which idempotency keys expire. */
const keptMs = 24 * 3_600_000;

export type SignedMessage = { body: string; headers: Record<string, string> };

export type FakeStripe = FakeServer & {
  books: StripeBooks;
  /** Acts as the buyer on the page of a session. */
  pay(ref: string, amount?: number): void;
  decline(ref: string): void;
  /** Pays by a method whose money arrives later. `settle` decides the outcome. */
  process(ref: string): void;
  settle(ref: string, status: 'succeeded' | 'requires_payment_method'): void;
  /** Acts as a bank: opens a dispute with this status. */
  dispute(ref: string, status: string): void;
  declineRenewals(mandate: string, code: string): void;
  /** Returns an event about an object, with Stripe's signature. */
  message(
    type: string,
    object: object,
    rest?: { id?: string; at?: Date; secret?: string },
  ): SignedMessage;
};

/**
 * Starts a local server that behaves as Stripe's documentation describes. It refuses the same calls
 * as Stripe, and stores answers by their keys.
 */
export async function startFakeStripe(now: () => Date): Promise<FakeStripe> {
  const books = createBooks(now);
  const calls = stripeCalls(books);
  const kept = new Map<string, { of: string; answer: FakeAnswer; at: number }>();

  function perform(request: FakeRequest): FakeAnswer {
    const { fields, expand } = fieldsOf(request);
    for (const [pattern, call] of calls) {
      const found = pattern.exec(`${request.method} ${request.path}`);
      if (found) return { status: 200, body: call(found.slice(1), fields, expand) };
    }
    throw new FakeStripeError(404, { type: 'invalid_request_error', code: 'unknown_url' });
  }

  function errorAnswer(error: unknown): FakeAnswer {
    if (!(error instanceof FakeStripeError)) throw error;
    return { status: error.status, body: { error: error.error } };
  }

  /**
   * Answers a call once per key. The answer is stored as soon as the work has begun. A request with
   * an invalid form may be repeated.
   */
  function once(request: FakeRequest, key: string): FakeAnswer {
    const of = `${request.path} ${request.body}`;
    const known = kept.get(key);
    if (known && known.at > now().getTime() - keptMs) {
      const isSame = known.of === of;
      if (!isSame) return errorAnswer(new FakeStripeError(400, { type: 'idempotency_error' }));
      return { ...known.answer, headers: { 'idempotent-replayed': 'true' } };
    }
    try {
      const answer = perform(request);
      // Copies the body, so that later changes of the object do not change the answer.
      const body = JSON.parse(JSON.stringify(answer.body)) as unknown;
      kept.set(key, { of, answer: { ...answer, body }, at: now().getTime() });
      return answer;
    } catch (error) {
      const isKept = error instanceof FakeStripeError && error.isKept;
      const answer = errorAnswer(error);
      if (isKept) kept.set(key, { of, answer: structuredClone(answer), at: now().getTime() });
      return answer;
    }
  }

  function answer(request: FakeRequest): FakeAnswer {
    const { authorization, 'stripe-version': version } = request.headers;
    if (authorization !== `Bearer ${stripeKeys.secretKey}`) {
      return errorAnswer(
        new FakeStripeError(401, { type: 'invalid_request_error', message: 'no key' }),
      );
    }
    if (version !== '2026-10-28.endive')
      throw new Error(`the request has another API version: ${version}`);
    if (request.method !== 'POST') {
      try {
        return perform(request);
      } catch (error) {
        return errorAnswer(error);
      }
    }
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') throw new Error(`${request.path} was called without a key`);
    return once(request, key);
  }

  const fake = await startFake(answer, (status) =>
    errorAnswer(new FakeStripeError(status, { type: troubles[status] ?? 'api_error' })),
  );

  const openSession = (ref: string) => {
    const session = books.session(ref);
    if (session.status !== 'open') throw new Error(`the session is ${session.status}`);
    return session;
  };

  return {
    ...fake,
    books,
    pay(ref, amount) {
      const session = openSession(ref);
      const intent = books.intentOf(session);
      intent.payment_method = books.newId('pm');
      books.charge(intent, amount);
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
    },
    decline(ref) {
      const intent = books.intentOf(openSession(ref));
      intent.last_payment_error = { code: 'card_declined', decline_code: 'generic_decline' };
    },
    process(ref) {
      const session = openSession(ref);
      const intent = books.intentOf(session);
      Object.assign(intent, { status: 'processing', payment_method: books.newId('pm') });
      Object.assign(session, { status: 'complete', url: null });
    },
    settle(ref, status) {
      const intent = books.intentOf(books.session(ref));
      if (status === 'succeeded') return books.charge(intent);
      intent.status = status;
      intent.last_payment_error = { code: 'payment_failed', decline_code: 'no_money' };
    },
    dispute(ref, status) {
      const intent = ref.startsWith('cs_') ? books.intentOf(books.session(ref)) : books.intent(ref);
      const id = books.newId('du');
      books.disputes.push({ id, object: 'dispute', status, payment_intent: intent.id });
    },
    declineRenewals: (mandate, code) => books.declines.set(mandate.split('/')[0] ?? '', code),
    message(type, object, rest = {}) {
      const { id = books.newId('evt'), at = now(), secret = stripeKeys.webhookSecret } = rest;
      const event = { id, object: 'event', type, created: books.seconds(), data: { object } };
      const body = JSON.stringify({ api_version: '2026-10-28.endive', livemode: false, ...event });
      const time = Math.floor(at.getTime() / 1000);
      const hmac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      return { body, headers: { 'stripe-signature': `t=${time},v1=${hmac}` } };
    },
  };
}
