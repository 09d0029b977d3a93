import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { order as orderSchema, type Order as PresentedOrder } from '../../contract/order.ts';
import { subscription as subscriptionSchema } from '../../contract/subscription.ts';
import { newAddress, signIn } from '../accounts/accounts.fixture.ts';
import { creditLines, creditLots } from '../credits/credits.schema.ts';
import type { MessageMode, Outcome } from '../providers/sandbox/sandbox.ts';
import { subscriptions } from '../subscriptions/subscriptions.schema.ts';
import type { TestServer } from '../testing/server.fixture.ts';
import { newKey, type Visitor } from '../testing/visitor.fixture.ts';
import { orders, payments, refunds } from './orders.schema.ts';

export type { Order as PresentedOrder } from '../../contract/order.ts';

/* Helpers that buy as a visitor, and read the rows of purchases. */

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Products with their prices in the price list. */
export const pack = {
  productCode: 'pack-100',
  currency: 'EUR',
  country: 'DE',
  method: 'card',
  amount: 399,
  autoRenew: false,
};
export const monthly = { ...pack, productCode: 'plan-month', amount: 1299, autoRenew: true };
export const weekly = { ...pack, productCode: 'plan-week', amount: 499, autoRenew: true };

export type Buyer = Visitor & { email: string; ownerId: string };

/** Creates a user without the welcome credits. */
export async function newBuyer(server: TestServer): Promise<Buyer> {
  const visitor = server.visitor();
  const email = newAddress();
  const { user } = await signIn(server, visitor, email);
  return Object.assign(visitor, { email, ownerId: String(user.id) });
}

export async function buy(
  visitor: Visitor,
  request: object = pack,
  idempotencyKey = newKey(),
): Promise<PresentedOrder> {
  const answer = await visitor.call('POST', '/v1/order', { ...request, idempotencyKey });
  expect(answer).toMatchObject({ success: '1' });
  return orderSchema.parse(answer.obj);
}

export async function orderOf(visitor: Visitor, code: string): Promise<PresentedOrder> {
  const answer = await visitor.call('GET', `/v1/order/code/${code}`);
  expect(answer).toMatchObject({ success: '1' });
  return orderSchema.parse(answer.obj);
}

export async function planOf(visitor: Visitor) {
  const answer = await visitor.call('GET', '/v1/user-subscription');
  expect(answer).toMatchObject({ success: '1' });
  return subscriptionSchema.parse(answer.obj);
}

/** Returns the sandbox's reference of a charge, taken from the URL of its page. */
export function refOf({ payment }: PresentedOrder): string {
  const { checkout } = payment ?? {};
  if (checkout?.kind !== 'redirect' && checkout?.kind !== 'qr')
    throw new Error('Expected a checkout with a page or a QR code.');
  return checkout.url.slice(checkout.url.lastIndexOf('/') + 1);
}

export function sandboxOf({ sandbox }: TestServer) {
  if (!sandbox) throw new Error('Expected the sandbox among the providers.');
  return sandbox;
}

/** Acts as the buyer on the provider's page. */
export async function payAs(
  server: TestServer,
  order: PresentedOrder,
  outcome: Outcome = 'success',
  mode: MessageMode = 'onTime',
): Promise<void> {
  await sandboxOf(server).act(refOf(order), outcome, mode);
}

/** Makes a purchase that is paid. */
export async function bought(
  server: TestServer,
  buyer: Visitor,
  request: object = pack,
): Promise<PresentedOrder> {
  const order = await buy(buyer, request);
  await payAs(server, order);
  const paid = await orderOf(buyer, order.code);
  expect(paid.status).toBe('paid');
  return paid;
}

export const rowsOf = async (server: TestServer, code: string) => {
  const { db } = server.database;
  const [order] = await db.select().from(orders).where(eq(orders.code, code));
  if (!order) throw new Error(`The order ${code} is not in the table.`);
  const lots = await db
    .select()
    .from(creditLots)
    .where(eq(creditLots.orderId, order.id))
    .orderBy(creditLots.createdAt, creditLots.id);
  const lines = await db
    .select({ kind: creditLines.kind, amount: creditLines.amount })
    .from(creditLines)
    .innerJoin(creditLots, eq(creditLots.id, creditLines.lotId))
    .where(eq(creditLots.orderId, order.id))
    .orderBy(creditLines.id);
  return {
    order,
    lots,
    lines,
    payments: await db
      .select()
      .from(payments)
      .where(eq(payments.orderId, order.id))
      .orderBy(payments.createdAt, payments.id),
    refunds: await db
      .select()
      .from(refunds)
      .where(eq(refunds.orderId, order.id))
      .orderBy(refunds.createdAt, refunds.id),
    subscriptions: await db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.ownerId, order.ownerId))
      .orderBy(subscriptions.createdAt, subscriptions.id),
  };
};

export const mailsTo = ({ mails }: TestServer, { email }: Buyer, kind: string) =>
  mails.filter((mail) => mail.to === email && mail.kind === kind);
