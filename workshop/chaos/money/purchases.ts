import { sql } from 'drizzle-orm';
import { type Order, order as orderSchema } from '../../../contract/order.ts';
import type { MethodCode } from '../../../contract/price.ts';
import {
  ownPricesFile,
  priceOf,
  readPriceList,
} from '../../../server/platform/config/price-list.ts';
import { messageModes, outcomes } from '../../../server/providers/sandbox/sandbox.ts';
import type { Answer } from '../../../server/testing/visitor.fixture.ts';
import { ask, type Buyer, call, newKeyOf, oneOf, type Scene } from './scene.ts';

/* Actions of buyers on orders, and on the provider's page. */

const read = readPriceList(ownPricesFile);
if ('problems' in read) throw new Error(read.problems.join('\n'));
const list = read;

export function noteOrder(scene: Scene, buyer: Buyer, answer: Answer, key = ''): Order | null {
  if (answer.success !== '1') return null;
  const order = orderSchema.parse(answer.obj);
  const { code, amount, productCode } = order;
  if (!buyer.orders.some((known) => known.code === code)) buyer.orders.push({ code, productCode });
  if (key) scene.told.push({ what: 'order', ownerId: buyer.ownerId ?? '', code, amount, key });
  if (order.status === 'paid') scene.told.push({ what: 'paid', code });
  return order;
}

export async function buy(scene: Scene, buyer: Buyer, wanted?: string): Promise<void> {
  const { market } = buyer;
  const products = list.products.filter(({ code }) => !wanted || code === wanted);
  const product = oneOf(scene, products);
  const autoRenew = product.kind === 'plan' && scene.random() < 0.8;
  const amount = priceOf(product, market.currency as Order['currency']);
  const body = {
    productCode: product.code,
    currency: market.currency,
    country: market.country,
    amount,
    method: oneOf(scene, market.methods),
    autoRenew,
    idempotencyKey: newKeyOf(scene),
  };
  const times = scene.random() < 0.15 ? 2 : 1;
  const once = async () => {
    const answers = await Promise.all(
      Array.from({ length: times }, () => call(scene, buyer, 'POST', '/v1/order', body)),
    );
    for (const answer of answers) {
      scene.story.push(
        `  ${product.code} ${body.method}: ${answer.success} ${(answer.obj as { code?: string } | null)?.code ?? answer.msg}`,
      );
      noteOrder(scene, buyer, answer, body.idempotencyKey);
    }
  };
  buyer.unanswered.push(once);
  await once();
  buyer.unanswered.pop();
}

/** Checkouts that this buyer can open. */
async function openRefs(scene: Scene, { ownerId }: Buyer): Promise<string[]> {
  const rows = await ask<{ ref: string }>(
    scene,
    sql`select c.ref from sandbox_charges c join payments p on p.id = c.reference
      join orders o on o.id = p.order_id where o.owner_id = ${ownerId} and c.status = 'awaiting'
      order by c.created_at`,
  );
  return rows.map(({ ref }) => ref);
}

const mostlyPaid = [...outcomes, 'success', 'success', 'success', 'success', 'pending'] as const;
const mostlyOnTime = [...messageModes, 'onTime', 'onTime', 'lost'] as const;

/** The buyer's act on the provider's page. */
export async function payAtProvider(
  scene: Scene,
  buyer: Buyer,
  how?: 'success' | 'paidTwice',
  told?: 'lost',
): Promise<void> {
  const refs = await openRefs(scene, buyer);
  if (refs.length === 0) return;
  const outcome = how ?? oneOf(scene, mostlyPaid);
  const messages = told ?? oneOf(scene, mostlyOnTime);
  const ref = oneOf(scene, refs);
  scene.story.push(`  at the provider: ${outcome}, messages ${messages}, of ${ref}`);
  await scene.host.inject({
    method: 'POST',
    url: `/sandbox/pay/${ref}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ outcome, messages, step: 'confirm' }).toString(),
  });
}

const anyOrder = (scene: Scene, { orders }: Buyer) =>
  orders.length === 0 ? null : oneOf(scene, orders).code;

export async function payAgain(scene: Scene, buyer: Buyer): Promise<void> {
  const code = anyOrder(scene, buyer);
  if (!code) return;
  const method: MethodCode = oneOf(scene, buyer.market.methods);
  const body = { method, idempotencyKey: newKeyOf(scene) };
  const once = async () => {
    const answer = await call(scene, buyer, 'POST', `/v1/order/pay/${code}`, body);
    scene.story.push(`  another try of ${code} by ${method}: ${answer.success}`);
    noteOrder(scene, buyer, answer);
  };
  buyer.unanswered.push(once);
  await (scene.random() < 0.2 ? Promise.all([once(), once()]) : once());
  buyer.unanswered.pop();
}

export async function cancelOrder(scene: Scene, buyer: Buyer): Promise<void> {
  const code = anyOrder(scene, buyer);
  if (!code) return;
  const answer = await call(scene, buyer, 'POST', `/v1/order/cancel/${code}`);
  scene.story.push(`  cancel of ${code}: ${answer.success}`);
  if (answer.success === '1') scene.told.push({ what: 'orderCancelled', code });
}

export async function checkOrder(scene: Scene, buyer: Buyer): Promise<void> {
  const code = anyOrder(scene, buyer);
  if (!code) return;
  const once = async () =>
    noteOrder(scene, buyer, await call(scene, buyer, 'POST', `/v1/order/check/${code}`));
  await (scene.random() < 0.3 ? Promise.all([once(), once()]) : once());
}

/** Does both steps of a withdrawal. The first step returns the amount of the second. */
export async function withdraw(scene: Scene, buyer: Buyer): Promise<void> {
  const code = anyOrder(scene, buyer);
  if (!code) return;
  const preview = await call(scene, buyer, 'POST', '/v1/order/withdraw/preview', { code });
  const { amount = null } = (preview.obj ?? {}) as { amount?: number };
  if (preview.success !== '1' && scene.random() < 0.8) return;
  const once = async () => {
    const answer = await call(scene, buyer, 'POST', '/v1/order/withdraw', { code });
    scene.story.push(`  withdrawal of ${code} (${amount}): ${answer.success}`);
    if (answer.success === '1') scene.told.push({ what: 'withdrawn', code, amount });
  };
  await (scene.random() < 0.3 ? Promise.all([once(), once()]) : once());
}
