import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sandboxMessages } from '../providers/sandbox/sandbox.schema.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import {
  buy,
  day,
  hour,
  minute,
  newBuyer,
  orderOf,
  payAs,
  refOf,
  rowsOf,
  sandboxOf,
} from './money.fixture.ts';
import { providerEvents } from './orders.schema.ts';

const server = sharedTestServer();
const path = '/v1/payment/webhook/sandbox';

async function post(payload: string | Buffer, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: answer.statusCode, success: answer.json().success };
}

/** Makes an order that is paid at the provider but not reported. */
async function paidInSilence() {
  const buyer = await newBuyer(server);
  const order = await buy(buyer);
  await payAs(server, order, 'success', 'lost');
  const { payments } = await rowsOf(server, order.code);
  return { buyer, order, reference: payments[0]?.id ?? '' };
}

const bodyOf = (reference: string, id = `evt_${reference}`) =>
  JSON.stringify({ id, type: 'charge.succeeded', reference });

const signed = (body: string) => ({ 'sandbox-signature': sandboxOf(server).sign(body) });

describe('a webhook', () => {
  test('settles its order if it is signed, and changes nothing when repeated (R73)', async () => {
    const { buyer, order, reference } = await paidInSilence();
    const body = bodyOf(reference);
    for (let n = 0; n < 3; n += 1) {
      expect(await post(body, signed(body))).toEqual({ status: 200, success: '1' });
    }
    expect((await orderOf(buyer, order.code)).status).toBe('paid');
    expect((await rowsOf(server, order.code)).lines).toHaveLength(1);
    const events = await server.database.db
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.reference, reference));
    expect(events).toMatchObject([{ eventId: `evt_${reference}`, type: 'charge.succeeded' }]);
    expect(events[0]?.handledAt).not.toBeNull();
  });

  test('is forgotten after 30 days', async () => {
    const { reference } = await paidInSilence();
    const body = bodyOf(reference);
    await post(body, signed(body));
    const { db } = server.database;
    const ofIt = eq(providerEvents.reference, reference);
    const old = new Date(server.clock.now().getTime() - 30 * day - minute);
    const young = new Date(old.getTime() + hour);
    await db.update(providerEvents).set({ receivedAt: young }).where(ofIt);
    await server.sweep();
    expect(await db.select().from(providerEvents).where(ofIt)).toHaveLength(1);
    await db.update(providerEvents).set({ receivedAt: old }).where(ofIt);
    await server.sweep();
    expect(await db.select().from(providerEvents).where(ofIt)).toEqual([]);
  });

  test.each([
    ['without a signature', () => ({})],
    [
      'with a signature of another key',
      () => ({ 'sandbox-signature': `t=${Date.now()},v1=${'a'.repeat(64)}` }),
    ],
    ['with a signature of another body', () => signed('{"id":"other"}')],
    ['with a malformed signature', () => ({ 'sandbox-signature': 'v1=zz' })],
  ])('%s is refused and changes nothing', async (_how, headers) => {
    const { buyer, order, reference } = await paidInSilence();
    expect(await post(bodyOf(reference), headers())).toEqual({
      status: 400,
      success: 'invalid_signature',
    });
    expect((await orderOf(buyer, order.code)).status).toBe('open');
  });

  test('replayed later is refused', async () => {
    const { reference } = await paidInSilence();
    const body = bodyOf(reference);
    const headers = signed(body);
    server.clock.advance(6 * minute);
    expect(await post(body, headers)).toMatchObject({ success: 'invalid_signature' });
  });

  test('about an unknown order is acknowledged, so that it is not repeated for days', async () => {
    const body = bodyOf('nothing-of-ours', 'evt_unknown');
    expect(await post(body, signed(body))).toEqual({ status: 200, success: '1' });
  });

  test.each([
    ['no JSON', 'succeeded=1'],
    ['nothing', ''],
    ['JSON of another form', '{"id":7}'],
    ['a list', '[]'],
  ])('whose body is %s is refused, though it is signed', async (_what, body) => {
    expect(await post(body, signed(body))).toEqual({ status: 400, success: 'invalid_request' });
  });

  test('whose bytes are not text is refused', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
    const headers = { 'content-type': 'application/octet-stream' };
    expect(await post(bytes, headers)).toMatchObject({ success: 'invalid_signature' });
  });

  test('of an unknown provider is not found', async () => {
    const url = '/v1/payment/webhook/nobody';
    const answer = await server.app.inject({ method: 'POST', url, payload: '{}' });
    expect(answer.json().success).toBe('not_found');
  });

  test('is never trusted alone: without a payment at the provider nothing is paid', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    const { payments } = await rowsOf(server, order.code);
    const body = bodyOf(payments[0]?.id ?? '');
    expect(await post(body, signed(body))).toMatchObject({ success: '1' });
    expect((await orderOf(buyer, order.code)).status).toBe('open');
    expect(refOf(order)).toBe(payments[0]?.ref);
  });
});

test('the provider repeats a message that the server could not process', async () => {
  const { reference } = await paidInSilence();
  const { db } = server.database;
  await db.insert(sandboxMessages).values({
    body: bodyOf(reference, 'evt_again'),
    isForged: false,
    sendAt: server.clock.now(),
  });
  await server.sweep();
  expect(await db.select().from(sandboxMessages)).toEqual([]);
});
