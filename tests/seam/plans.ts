import {
  bought,
  buy,
  day,
  minute,
  monthly,
  pack,
  planOf,
  rowsOf,
  weekly,
} from '../../server/orders/money.fixture.ts';
import { setOutcome } from '../../server/providers/sandbox/sandbox.store.ts';
import { newKey } from '../../server/testing/visitor.fixture.ts';
import type { Browser } from './browser.ts';
import { buyerIn, cancelledByCode, paidOrder, whileAway, whileNotOffered } from './orders.ts';
import { type Ask, type Seam, signal, times } from './seam.ts';

/* Cases that cause each answer of the calls about plans. */

/** Buys a plan that renews every week and returns its id. */
async function planIn(browser: Browser): Promise<string> {
  await paidOrder(browser, weekly);
  return idOf(browser);
}

const idOf = async ({ visitor }: Browser): Promise<string> => String((await planOf(visitor)).id);

/** Sets the simulated bank's answer to all later charges of this visitor. */
async function nextCharges(browser: Browser, outcome: 'success' | 'declined'): Promise<void> {
  const { orderCode } = await planOf(browser.visitor);
  const { subscriptions } = await rowsOf(browser.server, String(orderCode));
  const mandate = subscriptions.at(-1)?.mandate;
  if (!mandate) throw new Error('Expected the plan to have a mandate.');
  await setOutcome(browser.server.database.db, mandate, outcome);
}

/** Makes a plan whose first renewal was declined and returns its id. */
async function pastDue(browser: Browser): Promise<string> {
  const id = await planIn(browser);
  await nextCharges(browser, 'declined');
  browser.server.clock.advance(7 * day + minute);
  await browser.server.sweep();
  return id;
}

const cancel = ({ ports }: Browser, id: string) =>
  ports.subscription.leave({ kind: 'cancel', id }, signal);
const resume = ({ ports }: Browser, id: string) => ports.subscription.resumePlan({ id }, signal);
const retry = ({ ports }: Browser, id: string) => ports.subscription.retryRenewal({ id }, signal);
const preview = ({ ports }: Browser, id: string, productCode = 'plan-month') =>
  ports.subscription.previewChange({ id, productCode }, signal);

type Change = Partial<Parameters<Browser['ports']['subscription']['changePlan']>[0]>;
const change = ({ ports }: Browser, id: string, wish: Change = {}) =>
  ports.subscription.changePlan(
    { id, productCode: 'plan-month', amount: 800, idempotencyKey: newKey(), ...wish },
    signal,
  );

async function keyOfPurchase(browser: Browser): Promise<string> {
  const key = newKey();
  await buy(browser.visitor, pack, key);
  return key;
}

/** Requests a change of plan whose charge has no outcome yet. */
const leftUnderWay = (browser: Browser, id: string) =>
  whileAway(browser, () => times(1, () => change(browser, id)));

/** Sends the call with a plan of another user. */
const unknown =
  (call: (browser: Browser, id: string) => Promise<unknown>): Ask =>
  async (browser) => {
    const id = await planIn(browser.another());
    await buyerIn(browser);
    await call(browser, id);
  };

const withPlan =
  (call: (browser: Browser, id: string) => Promise<unknown>): Ask =>
  async (browser) => {
    await call(browser, await planIn(browser));
  };

type Own =
  | 'subscription'
  | 'cancelSubscription'
  | 'resumeSubscription'
  | 'retryRenewal'
  | 'previewChange'
  | 'changeSubscription';

export const plans: Seam<Own> = {
  subscription: {
    succeeds: withPlan(({ ports }) => ports.subscription.loadMembership(undefined, signal)),
    refused: {},
  },
  cancelSubscription: {
    succeeds: withPlan(async (browser, id) => {
      await cancelledByCode.right(browser.another());
      await cancel(browser, id);
    }),
    refused: { ...cancelledByCode.refused, subscription_not_found: unknown(cancel) },
  },
  resumeSubscription: {
    succeeds: withPlan(async (browser, id) => {
      await cancel(browser, id);
      await resume(browser, id);
    }),
    refused: {
      subscription_not_found: unknown(resume),
      subscription_unchanged: async (browser) => {
        const buyer = await buyerIn(browser);
        await bought(browser.server, buyer, { ...weekly, autoRenew: false });
        browser.server.clock.advance(8 * day);
        await resume(browser, await idOf(browser));
      },
      subscription_exists: async (browser) => {
        const id = await planIn(browser);
        await cancel(browser, id);
        await bought(browser.server, browser.visitor, monthly);
        await resume(browser, id);
      },
    },
  },
  retryRenewal: {
    succeeds: async (browser) => {
      const id = await pastDue(browser);
      await nextCharges(browser, 'success');
      await retry(browser, id);
    },
    refused: {
      subscription_not_found: unknown(retry),
      subscription_unchanged: withPlan(retry),
      payment_declined: async (browser) => retry(browser, await pastDue(browser)),
      provider_unavailable: async (browser) => {
        const id = await pastDue(browser);
        await whileAway(browser, () => retry(browser, id));
      },
    },
  },
  previewChange: {
    succeeds: withPlan((browser, id) => preview(browser, id)),
    refused: {
      subscription_not_found: unknown((browser, id) => preview(browser, id)),
      subscription_unchanged: withPlan((browser, id) => preview(browser, id, 'plan-week')),
      unknown_product: withPlan((browser, id) => preview(browser, id, 'plan-7')),
      method_unavailable: withPlan((browser, id) =>
        whileNotOffered(browser, () => preview(browser, id)),
      ),
      change_under_way: withPlan(async (browser, id) => {
        await leftUnderWay(browser, id);
        await preview(browser, id);
      }),
    },
  },
  changeSubscription: {
    succeeds: withPlan((browser, id) => change(browser, id)),
    refused: {
      subscription_not_found: unknown((browser, id) => change(browser, id)),
      subscription_unchanged: withPlan((browser, id) =>
        change(browser, id, { productCode: 'plan-week', amount: 499 }),
      ),
      unknown_product: withPlan((browser, id) =>
        change(browser, id, { productCode: pack.productCode }),
      ),
      method_unavailable: withPlan((browser, id) =>
        whileNotOffered(browser, () => change(browser, id)),
      ),
      change_under_way: withPlan(async (browser, id) => {
        await leftUnderWay(browser, id);
        await change(browser, id);
      }),
      price_changed: withPlan((browser, id) => change(browser, id, { amount: 801 })),
      idempotency_conflict: withPlan(async (browser, id) => {
        await change(browser, id, { idempotencyKey: await keyOfPurchase(browser) });
      }),
      payment_declined: withPlan(async (browser, id) => {
        await nextCharges(browser, 'declined');
        await change(browser, id);
      }),
      provider_unavailable: withPlan((browser, id) =>
        whileAway(browser, () => change(browser, id)),
      ),
    },
  },
};
