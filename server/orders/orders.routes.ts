import type { FastifyRequest } from 'fastify';
import type { Principals } from '../owners/principals.ts';
import { AppError } from '../platform/errors.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { serveCall } from '../platform/http/call-route.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { preferredLocale } from '../platform/http/languages.ts';
import { perMinute } from '../platform/http/rate-limits.ts';
import { countryOfLocale } from './country-of-locale.ts';
import { presentOrder, presentWithdrawal } from './order.presenter.ts';
import type { OrderView } from './order-views.ts';
import type { Payments } from './payments.ts';
import type { ShopCountry } from './shop-country.ts';

export type OrderRoutes = {
  principals: Principals;
  payments: Payments;
  shopCountry: ShopCountry;
  subnetOf: (address: string) => string;
  /**
   * limit per minute and IP address, for each kind of call that stores something or asks a provider
   */
  requestsPerMinute: number;
  signInsPerMinute: number;
  now: () => Date;
};

const readCursor = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const offset = Number(cursor);
  if (!Number.isInteger(offset) || offset < 0 || offset > 1_000_000) {
    throw new AppError('invalid_request', 'invalid cursor');
  }
  return offset;
};

export function registerOrderRoutes(server: ApiServer, deps: OrderRoutes): void {
  const { principals, payments, now } = deps;
  const { orders, prices } = payments;
  const limited = perMinute(deps.requestsPerMinute);
  const present = (view: OrderView) => presentOrder(view, now());
  const userOf = async (request: FastifyRequest) => (await principals.findUser(request)).owner.id;

  serveCall(server, 'priceData', async ({ query, request }) => {
    const { currency, locale } = query;
    // a plan keeps its currency, which the chosen country may not have
    const kept = currency ? undefined : deps.shopCountry.recall(request);
    return prices.data({ country: query.country ?? kept ?? countryOfLocale(locale), currency });
  });

  serveCall(
    server,
    'createOrder',
    async ({ body, request }) => {
      const language = request.headers['accept-language'];
      const locale = language === undefined ? undefined : preferredLocale(language);
      return present(await orders.create(await userOf(request), { ...body, locale }));
    },
    limited,
  );

  serveCall(server, 'orders', async ({ query, request }) => {
    const filter = { offset: readCursor(query.cursor), isOpen: query.open === '1' };
    const found = await orders.list(await userOf(request), filter);
    return {
      orders: found.orders.map(present),
      nextCursor: found.next === null ? null : String(found.next),
    };
  });

  serveCall(server, 'lastOrder', async ({ request }) => {
    const last = await orders.last(await userOf(request));
    return last && present(last);
  });

  serveCall(server, 'order', async ({ params, request }) =>
    present(await orders.find(await userOf(request), params.code)),
  );

  serveCall(
    server,
    'payOrder',
    async ({ params, body, request }) =>
      present(await orders.pay(await userOf(request), params.code, body)),
    limited,
  );

  serveCall(
    server,
    'checkOrder',
    async ({ params, request }) => present(await orders.check(await userOf(request), params.code)),
    limited,
  );

  serveCall(
    server,
    'cancelOrder',
    async ({ params, request }) => present(await orders.cancel(await userOf(request), params.code)),
    limited,
  );
  registerAccess(server, deps);
}

/**
 * Registers the calls that give access by order number and mailed code, without a sign-in (R74).
 */
function registerAccess(server: ApiServer, deps: OrderRoutes): void {
  const { principals, payments, subnetOf, now } = deps;
  const { access, orders, withdrawals } = payments;
  const limited = perMinute(deps.signInsPerMinute);

  async function orderOf(
    request: FastifyRequest,
    { code, proof }: { code: string; proof?: string | undefined },
    how: 'check' | 'spend',
  ): Promise<OrderView> {
    if (proof !== undefined) return await access.open(code, proof, how);
    const { owner } = await principals.findUser(request);
    return await orders.find(owner.id, code);
  }

  serveCall(
    server,
    'accessOrder',
    async ({ body, request }) => {
      const sent = await access.request(body.code, subnetOf(clientAddress(request)));
      return { ...sent, expiresAt: sent.expiresAt.toISOString() };
    },
    limited,
  );

  serveCall(
    server,
    'accessedOrder',
    async ({ body, request }) => {
      return presentOrder(await orderOf(request, body, 'check'), now());
    },
    limited,
  );

  serveCall(
    server,
    'previewWithdrawal',
    async ({ body, request }) => {
      const { order } = await orderOf(request, body, 'check');
      return presentWithdrawal(await withdrawals.preview(order));
    },
    limited,
  );

  serveCall(
    server,
    'withdraw',
    async ({ body, request }) => {
      const { order } = await orderOf(request, body, 'spend');
      await withdrawals.withdraw(order);
      return presentOrder(await orders.find(order.ownerId, order.code), now());
    },
    limited,
  );
}
