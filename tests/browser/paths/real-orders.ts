import { order as wireOrder } from '../../../contract/order.ts';
import { priceData } from '../../../contract/price.ts';
import type { Order } from '../../../machines/model/order.ts';
import type { Stage } from './browser-chart.ts';

/*
 * Makes orders on the real server for the user whose cookies are in the walk's browser. The orders
 * are paid on the sandbox's payment page.
 */

const made = new WeakMap<Stage['context'], Order>();

const callFor = async (
  { context, layer }: Stage,
  path: string,
  body?: object,
): Promise<unknown> => {
  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name === 'user_token')?.value ?? '';
  const answer = await fetch(new URL(path, layer.product), {
    headers: { token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  const { success, obj } = (await answer.json()) as { success: string; obj: unknown };
  if (success !== '1') throw new Error(`${path} was answered ${success}`);
  return obj;
};

/** Orders the first product of this kind by card, at today's price. */
export const orderForReal = async (stage: Stage, kind: Order['productKind']): Promise<Order> => {
  const prices = priceData.parse(await callFor(stage, '/v1/price/data?country=DE'));
  const product = prices.products.find((one) => one.kind === kind);
  if (!product) throw new Error(`No product of the kind ${kind} is sold.`);
  const { country, currency } = prices;
  const order = wireOrder.parse(
    await callFor(stage, '/v1/order', {
      productCode: product.code,
      amount: product.amount,
      country,
      currency,
      method: 'card',
      autoRenew: false,
      idempotencyKey: crypto.randomUUID(),
    }),
  );
  made.set(stage.context, order);
  return order;
};

/**
 * Pays by confirming the question of the simulated bank on the sandbox's page. Then follows the
 * redirect, as a browser does.
 */
export const payForReal = async ({ context, layer }: Stage): Promise<void> => {
  const { checkout } = made.get(context)?.payment ?? {};
  if (checkout?.kind !== 'redirect') throw new Error('Expected an order with a payment page.');
  const page = new URL(new URL(checkout.url).pathname, layer.product);
  const body = new URLSearchParams({ step: 'confirm', outcome: 'success' });
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '', layer.product);
  await fetch(new URL(back.pathname + back.search, layer.product), { redirect: 'manual' });
};
