import { sql } from 'drizzle-orm';
import { cancelPlan, nextCharge, setCharges, uploadOf } from './accounts.ts';
import { giveBackByHand } from './operator.ts';
import { tellOf, webhook } from './provider-messages.ts';
import { buy, cancelOrder, checkOrder, payAgain, payAtProvider, withdraw } from './purchases.ts';
import { ask, type Buyer, newKeyOf, oneOf, type Scene } from './scene.ts';

/* Rare coincidences, which random schedules seldom produce. */

/** Lets time pass until an unchanged plan was renewed several times. */
export async function monthsGoBy(scene: Scene, buyer: Buyer): Promise<void> {
  if (!(await nextCharge(scene))) {
    await buy(scene, buyer, 'plan-month');
    await payAtProvider(scene, buyer, 'success');
  }
  await setCharges(scene, 'success');
  for (let n = 0; n < 3; n += 1) {
    if (!(await untilCharge(scene))) return;
    await scene.host.sweep();
  }
}

async function untilCharge(scene: Scene): Promise<boolean> {
  const due = await nextCharge(scene);
  if (!due) return false;
  scene.host.advance(Math.max(0, due.getTime() - scene.host.now().getTime()) + 1000);
  scene.story.push(`  it is ${due.toISOString()}, and a plan is due`);
  return true;
}

/** Cancels a plan while its renewal is being charged. The charge succeeds. */
export async function cancelBesideRenewal(scene: Scene, buyer: Buyer): Promise<void> {
  await setCharges(scene, 'pending');
  if (!(await untilCharge(scene))) return;
  await scene.host.sweep();
  await cancelPlan(scene, buyer);
}

/** Sends several concurrent requests about the same order. */
export async function atOnce(scene: Scene, buyer: Buyer): Promise<void> {
  const { code } = buyer.orders.at(-1) ?? {};
  if (!code) return;
  const only: Buyer = { ...buyer, orders: buyer.orders.slice(-1), unanswered: [] };
  const acts = Array.from({ length: 4 }, () =>
    oneOf(scene, [checkOrder, webhook, payAtProvider, cancelOrder, payAgain, withdraw]),
  );
  scene.story.push(`  ${acts.map(({ name }) => name)} of ${code}`);
  await Promise.all([...acts.map((act) => act(scene, only)), scene.host.sweep()]);
}

/** Pays two payments of one order, and reports both at the same time. */
export async function payTwice(scene: Scene, buyer: Buyer): Promise<void> {
  const { code } = buyer.orders.at(-1) ?? {};
  if (!code) return;
  const only: Buyer = { ...buyer, orders: buyer.orders.slice(-1), unanswered: [] };
  const pay = () => payAtProvider(scene, only, 'success', 'lost');
  // In parallel, because a paid order accepts no second payment.
  await Promise.all([pay(), payAgain(scene, only)]);
  await pay();
  const rows = await ask<{ id: string }>(
    scene,
    sql`select p.id from payments p join orders o on o.id = p.order_id where o.code = ${code}`,
  );
  const known = rows.map(({ id }) => tellOf(scene, id));
  await Promise.all([...known, scene.host.sweep()]);
}

/** Pays one checkout twice. The server dies after it has settled the first payment. */
export async function dieBetweenCharges(scene: Scene, buyer: Buyer): Promise<void> {
  const { host } = scene;
  const only: Buyer = { ...buyer, orders: buyer.orders.slice(-1), unanswered: [] };
  await payAtProvider(scene, only, 'paidTwice', 'lost');
  host.dieAt('settle.committed', 0);
  host.advance(61_000);
  await host.sweep();
  host.spare();
}

/** Uses credits while their order is withdrawn or refunded by the operator. */
export async function useBesideWithdrawal(scene: Scene, buyer: Buyer): Promise<void> {
  if (buyer.orders.length === 0) return;
  const only: Buyer = { ...buyer, orders: [oneOf(scene, buyer.orders)], unanswered: [] };
  const keys: (string | null)[] = [];
  for (let n = 0; n < 3; n += 1) keys.push(await uploadOf(scene, buyer));
  const use = async (key: string | null) => {
    if (key === null) return;
    const wish = { code: 'face-blur', idempotencyKey: newKeyOf(scene) };
    await buyer.visitor.start(key, wish);
  };
  const back = oneOf(scene, [withdraw, withdraw, giveBackByHand]);
  await Promise.all([back(scene, only), ...keys.map(use)]);
}

/**
 * Refunds one order several times, at once or in turn: by the operator, in parts, and by its buyer.
 */
export async function giveBackAtOnce(scene: Scene, buyer: Buyer): Promise<void> {
  if (buyer.orders.length === 0) return;
  const only: Buyer = { ...buyer, orders: [oneOf(scene, buyer.orders)], unanswered: [] };
  if (scene.random() < 0.4) scene.host.outages?.answerRefunds('later', 2);
  const backs = oneOf(scene, [
    [giveBackByHand, withdraw],
    [giveBackByHand, giveBackByHand, withdraw],
    [giveBackByHand, giveBackByHand, checkOrder],
  ]);
  if (scene.random() < 0.5) await Promise.all(backs.map((back) => back(scene, only)));
  else for (const back of backs) await back(scene, only);
}
