import { createHmac } from 'node:crypto';
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeServer,
  startFake,
} from '../fake-http.fixture.ts';
import type { SignedMessage } from '../stripe/fake-stripe.fixture.ts';
import {
  type AirwallexBooks,
  createAirwallexBooks,
  FakeAirwallexError,
} from './fake-airwallex-books.fixture.ts';
import { airwallexCalls, bodyOf } from './fake-airwallex-calls.fixture.ts';

export const airwallexKeys = {
  clientId: 'client-of-tests',
  apiKey: 'key-of-tests',
  webhookSecret: 'secret-of-tests',
};

export type FakeAirwallex = FakeServer & {
  books: AirwallexBooks;
  /**
   * Answer to a call with a used key: its earlier result, or a refusal. The documentation describes
   * both.
   */
  usedKeys: 'answered' | 'refused';
  /** Acts as the buyer on the payment page: pays, or gives the consent. */
  pay(ref: string, amount?: number): void;
  leave(ref: string, how: 'FAILED' | 'EXPIRED' | 'CANCELLED'): void;
  dispute(ref: string, stage: string, status: string): void;
  declineRenewals(mandate: string, reason: string): void;
  /** Invalidates all tokens. */
  endTokens(): void;
  message(
    name: string,
    object: object,
    rest?: { id?: string; at?: Date; secret?: string },
  ): SignedMessage;
};

const tokenMs = 30 * 60_000;

const troubles: Record<number, string> = { 400: 'validation_error', 429: 'too_many_requests' };

/** Starts a local server that behaves as Airwallex's documentation describes. */
export async function startFakeAirwallex(now: () => Date): Promise<FakeAirwallex> {
  const books = createAirwallexBooks();
  const calls = airwallexCalls(books);
  const kept = new Map<string, { of: string; answer: FakeAnswer }>();
  const tokens = new Map<string, number>();

  const errorAnswer = (error: unknown): FakeAnswer => {
    if (!(error instanceof FakeAirwallexError)) throw error;
    const { status, code, message } = error;
    return { status, body: { code, message, trace_id: books.newId('trace') } };
  };

  function signIn({ headers }: FakeRequest): FakeAnswer {
    const isKnown =
      headers['x-client-id'] === airwallexKeys.clientId &&
      headers['x-api-key'] === airwallexKeys.apiKey;
    if (!isKnown) return errorAnswer(new FakeAirwallexError(401, 'credentials_invalid'));
    const token = books.newId('token');
    const until = now().getTime() + tokenMs;
    tokens.set(token, until);
    const expires_at = new Date(until).toISOString().replace(/\.\d{3}Z$/, '+0000');
    return { status: 201, body: { token, expires_at } };
  }

  function perform(request: FakeRequest): FakeAnswer {
    for (const [pattern, call] of calls) {
      const found = pattern.exec(`${request.method} ${request.path}`);
      if (!found) continue;
      const body = call(found.slice(1), bodyOf(request), request.query);
      // Copies the body, so that later changes of the object do not change the answer.
      return { status: 200, body: JSON.parse(JSON.stringify(body)) as unknown };
    }
    throw new FakeAirwallexError(404, 'resource_not_found');
  }

  function once(request: FakeRequest): FakeAnswer {
    const { request_id: id } = bodyOf(request) as { request_id?: string };
    if (!id) throw new FakeAirwallexError(400, 'validation_error', 'request_id must be provided');
    const key = `${request.path.replace(/(int|cst)_\w+/, '')} ${id}`;
    const known = kept.get(key);
    if (known) {
      const isSame = known.of === request.body && fake.usedKeys === 'answered';
      if (!isSame) throw new FakeAirwallexError(400, 'duplicate_request');
      return known.answer;
    }
    const answer = perform(request);
    kept.set(key, { of: request.body, answer });
    return answer;
  }

  function answer(request: FakeRequest): FakeAnswer {
    if (request.path === '/api/v1/authentication/login') return signIn(request);
    const token = String(request.headers.authorization ?? '').replace('Bearer ', '');
    if ((tokens.get(token) ?? 0) <= now().getTime()) {
      return errorAnswer(new FakeAirwallexError(401, 'unauthorized'));
    }
    if (request.headers['x-api-version'] !== '2025-02-14')
      throw new Error('the request has another API version');
    try {
      return request.method === 'POST' ? once(request) : perform(request);
    } catch (error) {
      return errorAnswer(error);
    }
  }

  const server = await startFake(answer, (status) =>
    errorAnswer(new FakeAirwallexError(status, troubles[status] ?? 'internal_error')),
  );

  const fake: FakeAirwallex = {
    ...server,
    books,
    usedKeys: 'answered',
    pay(ref, amount) {
      const intent = books.intent(ref);
      const linked = intent.metadata?.consent;
      if (linked) {
        const consent = books.consent(linked);
        if (consent.status !== 'REQUIRES_CUSTOMER_ACTION') throw new Error(consent.status);
        return void Object.assign(consent, { status: 'VERIFIED', next_action: undefined });
      }
      if (intent.status !== 'REQUIRES_CUSTOMER_ACTION') throw new Error(intent.status);
      books.succeed(intent, amount);
    },
    leave: (ref, how) => books.fail(books.intent(ref), how, `wallet_${how.toLowerCase()}`),
    dispute: (ref, stage, status) =>
      void books.disputes.push({ payment_intent_id: ref, stage, status }),
    declineRenewals: (mandate, reason) =>
      void books.declines.set(mandate.split('/')[1] ?? '', reason),
    endTokens: () => tokens.clear(),
    message(name, object, rest = {}) {
      const { id = books.newId('evt'), at = now(), secret = airwallexKeys.webhookSecret } = rest;
      const body = JSON.stringify({ id, name, account_id: 'acct_1', data: { object } });
      const time = String(at.getTime());
      const signature = createHmac('sha256', secret).update(time).update(body).digest('hex');
      return { body, headers: { 'x-timestamp': time, 'x-signature': signature } };
    },
  };
  return fake;
}
