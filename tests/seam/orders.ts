import type { moneyCalls } from '../../contract/money-calls.ts';
import { mailTo } from '../../server/accounts/accounts.fixture.ts';
import {
  type Buyer,
  bought,
  buy,
  day,
  monthly,
  pack,
  planOf,
  sandboxOf,
  weekly,
} from '../../server/orders/money.fixture.ts';
import { newKey } from '../../server/testing/visitor.fixture.ts';
import { codeCases, newUser } from './accounts.ts';
import type { Browser } from './browser.ts';
import { type Seam, signal } from './seam.ts';

/* Cases that cause each answer of the calls about orders. */

export async function buyerIn(browser: Browser): Promise<Buyer> {
  const email = await newUser(browser);
  return Object.assign(browser.visitor, { email, ownerId: '' });
}

const openOrder = async (browser: Browser) => await buy(await buyerIn(browser));
export const paidOrder = async (browser: Browser, wish: object = pack) =>
  await bought(browser.server, await buyerIn(browser), wish);

const wish = () => ({ ...pack, idempotencyKey: newKey(), returnPath: '/', task: null }) as const;
type Wish = Parameters<Browser['ports']['order']['createOrder']>[0];

const order = ({ ports }: Browser, change: Partial<Record<keyof Wish, unknown>> = {}) =>
  ports.order.createOrder({ ...wish(), ...change } as Wish, signal);

/** Runs `work` while the payment provider does not answer. */
export async function whileAway(browser: Browser, work: () => Promise<unknown>): Promise<void> {
  const sandbox = sandboxOf(browser.server);
  const { status, createCheckout } = sandbox;
  const away = () => Promise.reject(new Error('the provider is away'));
  Object.assign(sandbox, { status: away, createCheckout: away });
  try {
    await work();
  } finally {
    Object.assign(sandbox, { status, createCheckout });
  }
}

/** Runs `work` while the payment provider offers no payment method. */
export async function whileNotOffered(
  browser: Browser,
  work: () => Promise<unknown>,
): Promise<void> {
  const sandbox = sandboxOf(browser.server);
  const { capability } = sandbox;
  Object.assign(sandbox, { capability: () => null });
  try {
    await work();
  } finally {
    Object.assign(sandbox, { capability });
  }
}

/**
 * Returns the cases of a code for a visitor without a session. The visitor enters the number of
 * another browser's order and the code mailed to its buyer. `use` receives the order number as
 * `code` and the mailed code as `proof`.
 */
const accessCases = (
  product: object,
  use: (browser: Browser, given: { code: string; proof: string }) => Promise<unknown>,
) =>
  codeCases(async (browser) => {
    const buyer = browser.another();
    const { code } = await paidOrder(buyer, product);
    await browser.visitor.call('POST', '/v1/order/access', { code });
    const proof = mailTo(browser.server, (buyer.visitor as Buyer).email, 'orderCode').code;
    return { code: proof, use: (typed) => use(browser, { code, proof: typed }) };
  });

const looked = accessCases(pack, ({ ports }, given) =>
  ports.subscription.lookAtOrder(given, signal),
);
const previewed = accessCases(pack, ({ ports }, given) =>
  ports.subscription.previewWithdrawal(given, signal),
);
const withdrawn = accessCases(pack, ({ ports }, given) =>
  ports.subscription.leave({ kind: 'withdraw', ...given }, signal),
);
export const cancelledByCode = accessCases(weekly, ({ ports }, given) =>
  ports.subscription.leave({ kind: 'cancel', ...given }, signal),
);

/**
 * Makes an order whose credits were deducted from the price of another plan. Returns the order's
 * code.
 */
async function deductedOrder(browser: Browser): Promise<string> {
  const { code } = await paidOrder(browser, weekly);
  const { id } = await planOf(browser.visitor);
  const change = { id: String(id), productCode: 'plan-month', amount: 800 };
  await browser.ports.subscription.changePlan({ ...change, idempotencyKey: newKey() }, signal);
  return code;
}

const unknown = 'LW-0000-0000';
const another = { method: 'paypal', idempotencyKey: 'another-try-of-an-order' } as const;

type Own = Extract<
  keyof typeof moneyCalls,
  `${string}rder${string}` | 'priceData' | 'pricing' | 'previewWithdrawal' | 'withdraw'
>;

export const orders: Seam<Own> = {
  priceData: {
    succeeds: ({ ports }) => ports.order.loadPrices({ country: 'DE', currency: null }, signal),
    refused: {},
  },
  pricing: {
    succeeds: ({ api }) => api('pricing', { payload: { locale: 'de-AT' }, signal }),
    refused: {},
  },
  createOrder: {
    succeeds: async (browser) => {
      await buyerIn(browser);
      await order(browser);
    },
    refused: {
      unknown_product: async (browser) => {
        await buyerIn(browser);
        await order(browser, { productCode: 'pack-7' });
      },
      price_changed: async (browser) => {
        await buyerIn(browser);
        await order(browser, { amount: 398 });
      },
      method_unavailable: async (browser) => {
        await buyerIn(browser);
        await order(browser, { method: 'dana' });
      },
      subscription_exists: async (browser) => {
        await paidOrder(browser, weekly);
        await order(browser, weekly);
      },
      idempotency_conflict: async (browser) => {
        await buyerIn(browser);
        const idempotencyKey = newKey();
        await order(browser, { idempotencyKey });
        await order(browser, { idempotencyKey, ...weekly });
      },
      provider_unavailable: async (browser) => {
        await buyerIn(browser);
        await whileAway(browser, () => order(browser));
      },
    },
  },
  orders: {
    succeeds: async (browser) => {
      await openOrder(browser);
      await browser.ports.order.findOpenOrders(undefined, signal);
    },
    refused: {},
  },
  lastOrder: {
    succeeds: async (browser) => {
      await openOrder(browser);
      await browser.ports.order.loadLastOrder(undefined, signal);
    },
    refused: {},
  },
  order: {
    succeeds: async (browser) => {
      const { code } = await openOrder(browser);
      await browser.ports.order.loadOrder({ code }, signal);
    },
    refused: {
      order_not_found: async (browser) => {
        const { code } = await openOrder(browser.another());
        await buyerIn(browser);
        await browser.ports.order.loadOrder({ code }, signal);
      },
    },
  },
  payOrder: {
    succeeds: async (browser) => {
      const { code } = await openOrder(browser);
      await browser.ports.order.payOrder({ code, ...another }, signal);
    },
    refused: {
      order_not_found: async (browser) => {
        await buyerIn(browser);
        await browser.ports.order.payOrder({ code: unknown, ...another }, signal);
      },
      order_closed: async (browser) => {
        const { code } = await paidOrder(browser);
        await browser.ports.order.payOrder({ code, ...another }, signal);
      },
      subscription_exists: async (browser) => {
        const buyer = await buyerIn(browser);
        const { code } = await buy(buyer, monthly);
        await bought(browser.server, buyer, weekly);
        await browser.ports.order.payOrder({ code, ...another }, signal);
      },
      method_unavailable: async (browser) => {
        const { code } = await openOrder(browser);
        await browser.ports.order.payOrder({ code, ...another, method: 'dana' }, signal);
      },
      provider_unavailable: async (browser) => {
        const { code } = await openOrder(browser);
        await whileAway(browser, () => browser.ports.order.payOrder({ code, ...another }, signal));
      },
    },
  },
  checkOrder: {
    succeeds: async (browser) => {
      const { code } = await openOrder(browser);
      await browser.ports.order.checkOrder({ code }, signal);
    },
    refused: {
      order_not_found: async (browser) => {
        await buyerIn(browser);
        await browser.ports.order.checkOrder({ code: unknown }, signal);
      },
      provider_unavailable: async (browser) => {
        const { code } = await openOrder(browser);
        await whileAway(browser, () => browser.ports.order.checkOrder({ code }, signal));
      },
    },
  },
  cancelOrder: {
    succeeds: async (browser) => {
      const { code } = await openOrder(browser);
      await browser.ports.order.cancelOrder({ code }, signal);
    },
    refused: {
      order_not_found: async (browser) => {
        await buyerIn(browser);
        await browser.ports.order.cancelOrder({ code: unknown }, signal);
      },
      order_closed: async (browser) => {
        const { code } = await paidOrder(browser);
        await browser.ports.order.cancelOrder({ code }, signal);
      },
    },
  },
  accessOrder: {
    succeeds: async (browser) => {
      const { code } = await paidOrder(browser.another());
      await browser.ports.subscription.sendOrderCode({ code }, signal);
    },
    refused: {},
  },
  accessedOrder: { succeeds: looked.right, refused: looked.refused },
  previewWithdrawal: {
    succeeds: async (browser) => {
      await previewed.right(browser.another());
      const { code } = await paidOrder(browser);
      await browser.ports.subscription.previewWithdrawal({ code, proof: null }, signal);
    },
    refused: {
      ...previewed.refused,
      order_not_found: async (browser) => {
        await buyerIn(browser);
        await browser.ports.subscription.previewWithdrawal({ code: unknown, proof: null }, signal);
      },
      not_withdrawable: async (browser) => {
        const { code } = await openOrder(browser);
        await browser.ports.subscription.previewWithdrawal({ code, proof: null }, signal);
      },
      deducted_by_change: async (browser) => {
        const code = await deductedOrder(browser);
        await browser.ports.subscription.previewWithdrawal({ code, proof: null }, signal);
      },
    },
  },
  withdraw: {
    succeeds: async (browser) => {
      await withdrawn.right(browser.another());
      const { code } = await paidOrder(browser);
      await browser.ports.subscription.leave({ kind: 'withdraw', code, proof: null }, signal);
    },
    refused: {
      ...withdrawn.refused,
      order_not_found: async (browser) => {
        await buyerIn(browser);
        const given = { kind: 'withdraw', code: unknown, proof: null } as const;
        await browser.ports.subscription.leave(given, signal);
      },
      not_withdrawable: async (browser) => {
        const { code } = await paidOrder(browser);
        browser.server.clock.advance(15 * day);
        const given = { kind: 'withdraw', code, proof: null } as const;
        await browser.ports.subscription.leave(given, signal);
      },
      deducted_by_change: async (browser) => {
        const code = await deductedOrder(browser);
        const given = { kind: 'withdraw', code, proof: null } as const;
        await browser.ports.subscription.leave(given, signal);
      },
    },
  },
};
