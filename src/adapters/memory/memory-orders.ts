import { isUnpaid, type Order } from '../../../machines/model/order.ts';
import { isLoggedIn } from '../../../machines/model/user.ts';
import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { orderedBy } from '../../../machines/testing/sample-prices.ts';
import type { MemoryWorld } from './memory-world.ts';

const refused = (code: string) => new PortError({ reason: 'refused', code });

/** Creates the port for the orders of the world's only user. Only a test can pay these orders. */
export function createMemoryOrders(world: MemoryWorld): AppPorts['order'] {
  const byKey = new Map<string, string>();

  function find(code: string): Order {
    if (!isLoggedIn(world.user)) throw refused('10009');
    const order = world.orders.find((one) => one.code === code);
    if (!order) throw refused('order_not_found');
    return order;
  }

  function change(code: string, changes: Partial<Order>): Order {
    const changed = { ...find(code), ...changes };
    world.orders = world.orders.map((one) => (one.code === code ? changed : one));
    return changed;
  }

  return {
    loadPrices: async () => world.prices,
    createOrderKey: async () => `key-${String(byKey.size).padStart(16, '0')}`,
    createOrder: async (wish) => {
      if (!isLoggedIn(world.user)) throw refused('10009');
      const known = byKey.get(wish.idempotencyKey);
      if (known) return find(known);
      const code = `LW-ABCD-${2345 + byKey.size}`;
      byKey.set(wish.idempotencyKey, code);
      world.orders = [orderedBy(wish, code), ...world.orders];
      return find(code);
    },
    payOrder: async ({ code, method }) => {
      if (!isUnpaid(find(code))) throw refused('order_closed');
      const checkout = { kind: 'redirect', url: `https://pay.example/${code}` } as const;
      const payment = { method, status: 'awaiting', reason: null, checkout } as const;
      return change(code, { status: 'open', payment });
    },
    loadOrder: async ({ code }) => find(code),
    loadLastOrder: async () => world.orders[0] ?? null,
    findOpenOrders: async () =>
      world.orders.filter(isUnpaid).map((order) => ({ ...order, minutesLeft: 30 })),
    checkOrder: async ({ code }) => find(code),
    cancelOrder: async ({ code }) => {
      if (!isUnpaid(find(code))) throw refused('order_closed');
      return change(code, { status: 'cancelled' });
    },
    openPayPage: async ({ url }) => {
      world.visited.push(url);
    },
  };
}
