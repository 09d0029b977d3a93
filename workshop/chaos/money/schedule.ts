import { survives } from '../harness/host.ts';
import {
  cancelPlan,
  changePlan,
  closeAccount,
  nextCharge,
  resumePlan,
  retryPlan,
  setMandates,
  signIn,
  start,
  stayIn,
} from './accounts.ts';
import {
  atOnce,
  cancelBesideRenewal,
  dieBetweenCharges,
  giveBackAtOnce,
  monthsGoBy,
  payTwice,
  useBesideWithdrawal,
} from './moments.ts';
import { giveBackByHand, grantByHand, providerFails } from './operator.ts';
import { cancelByNumber, withdrawByNumber } from './order-number.ts';
import { chargeBack, webhook } from './provider-messages.ts';
import { buy, cancelOrder, checkOrder, payAgain, payAtProvider, withdraw } from './purchases.ts';
import { type Buyer, oneOf, type Scene } from './scene.ts';
import { dayMs, hourMs, minuteMs } from './settle.ts';

type Act = (scene: Scene, buyer: Buyer) => Promise<unknown>;

/** All actions of buyers, with their weights. */
const acts: readonly [number, string, Act][] = [
  [14, 'buy', (scene, buyer) => buy(scene, buyer)],
  [6, 'buy a plan', (scene, buyer) => buy(scene, buyer, oneOf(scene, ['plan-week', 'plan-month']))],
  [18, 'pay', (scene, buyer) => payAtProvider(scene, buyer)],
  [8, 'pay in full', (scene, buyer) => payAtProvider(scene, buyer, 'success')],
  [6, 'pay again', payAgain],
  [5, 'cancel an order', cancelOrder],
  [8, 'check', checkOrder],
  [6, 'webhook', webhook],
  [8, 'withdraw', withdraw],
  [3, 'charge back', chargeBack],
  [4, 'start', start],
  [6, 'cancel the plan', cancelPlan],
  [5, 'resume', resumePlan],
  [5, 'retry', retryPlan],
  [6, 'change', changePlan],
  [6, 'mandates', setMandates],
  [3, 'months go by', monthsGoBy],
  [5, 'the operator gives back', giveBackByHand],
  [5, 'the provider fails', providerFails],
  [2, 'the operator grants', grantByHand],
  [3, 'withdraw by number', withdrawByNumber],
  [2, 'cancel the plan by number', cancelByNumber],
  [3, 'cancel beside a renewal', cancelBesideRenewal],
  [4, 'at once', atOnce],
  [4, 'pay twice', payTwice],
  [4, 'give back at once', giveBackAtOnce],
  [2, 'die between charges', dieBetweenCharges],
  [4, 'use beside a withdrawal', useBesideWithdrawal],
  [1, 'close', closeAccount],
];
const weight = acts.reduce((sum, [share]) => sum + share, 0);

function chosen(scene: Scene): (typeof acts)[number] {
  let left = scene.random() * weight;
  for (const act of acts) {
    left -= act[0];
    if (left < 0) return act;
  }
  throw new Error('The random choice of an act chose none');
}

const byName = (wanted: string) => {
  const found = acts.find(([, name]) => name === wanted);
  if (!found) throw new Error(`There is no act “${wanted}”.`);
  return found;
};

const ofPlans = [
  'mandates',
  'mandates',
  'cancel the plan',
  'cancel the plan',
  'resume',
  'retry',
  'change',
  'change',
  'cancel beside a renewal',
  'cancel the plan by number',
  'months go by',
  'months go by',
];

/** Prefers likely actions: a buyer without an order buys, and a buyer with an order pays. */
function likely(scene: Scene, { orders }: Buyer): (typeof acts)[number] {
  const last = scene.story.at(-1) ?? '';
  if (orders.length === 0 && scene.random() < 0.7) {
    return byName(scene.isAboutPlan || scene.random() < 0.4 ? 'buy a plan' : 'buy');
  }
  if (last.includes(': 1 LW-') && scene.random() < 0.6) {
    return byName(scene.isAboutPlan ? 'pay in full' : 'pay');
  }
  if (scene.isAboutPlan && scene.random() < 0.6) return byName(oneOf(scene, ofPlans));
  return chosen(scene);
}

const jumps = [
  ...[40_000, 40_000, 90_000, 3 * minuteMs, 11 * minuteMs, 35 * minuteMs, 4 * hourMs],
  ...[dayMs, 2 * dayMs, 7 * dayMs, 16 * dayMs, 31 * dayMs],
];

/** Advances the clock, sometimes to just before or just after the next charge of a plan. */
async function pass(scene: Scene): Promise<void> {
  const { host, random } = scene;
  const due = random() < (scene.isAboutPlan ? 0.7 : 0.3) ? await nextCharge(scene) : null;
  const toDue = due ? due.getTime() - host.now().getTime() + oneOf(scene, [-30_000, 1000]) : 0;
  const ms = toDue > 0 ? toDue : oneOf(scene, jumps);
  host.advance(ms);
  scene.story.push(`  ${Math.round(ms / minuteMs)} minutes later`);
}

/** Repeats the requests without an answer, each with its idempotency key. */
async function askAgain(scene: Scene, buyer: Buyer): Promise<void> {
  while (buyer.unanswered.length > 0) {
    const again = buyer.unanswered[0];
    if (again && scene.random() < 0.7) await again();
    buyer.unanswered.shift();
  }
}

async function happen(scene: Scene): Promise<void> {
  const { host, random } = scene;
  const buyer = oneOf(scene, scene.buyers);
  await askAgain(scene, buyer);
  if (buyer.isClosed) return await pass(scene);
  if (!buyer.ownerId) return await (random() < 0.3 ? start(scene, buyer) : signIn(scene, buyer));
  await stayIn(scene, buyer);
  const [, name, act] = likely(scene, buyer);
  scene.story.push(name);
  const beside = random();
  if (beside < 0.08) await Promise.all([act(scene, buyer), host.sweep()]);
  else if (beside < 0.16) {
    const other = chosen(scene);
    scene.story.push(`  beside: ${other[1]}`);
    await Promise.all([act(scene, buyer), other[2](scene, buyer)]);
  } else await act(scene, buyer);
}

/**
 * Performs one action, then advances the clock and runs a sweep. Restarts the server if it has
 * died.
 */
export async function happens(scene: Scene): Promise<void> {
  const { host, random } = scene;
  await survives(() => happen(scene));
  if (host.isDead()) {
    scene.story.push('  the server died');
    await host.revive();
  }
  if (random() < 0.4) await pass(scene);
  else host.advance(21_000);
  if (random() < 0.3 && !(await survives(host.sweep))) {
    scene.story.push('  the server died in a sweep');
  }
  if (host.isDead()) await host.revive();
}
