import type { FastifyRequest } from 'fastify';
import { presentOrder } from '../orders/order.presenter.ts';
import type { Payments } from '../orders/payments.ts';
import type { Principals } from '../owners/principals.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { serveCall } from '../platform/http/call-route.ts';
import { perMinute } from '../platform/http/rate-limits.ts';
import { presentChange, presentPlan } from './subscription.presenter.ts';

export function registerSubscriptionRoutes(
  server: ApiServer,
  deps: {
    principals: Principals;
    payments: Payments;
    requestsPerMinute: number;
    signInsPerMinute: number;
    now: () => Date;
  },
): void {
  const { principals, payments, now } = deps;
  const { plans, access } = payments;
  const limited = perMinute(deps.requestsPerMinute);
  const userOf = async (request: FastifyRequest) => (await principals.findUser(request)).owner.id;

  serveCall(server, 'subscription', async ({ request }) =>
    presentPlan(await plans.of(await userOf(request)), now()),
  );

  serveCall(
    server,
    'cancelSubscription',
    async ({ query: { id, code, proof }, request }) => {
      if (code === undefined || proof === undefined) {
        return presentPlan(await plans.cancel(await userOf(request), String(id)), now());
      }
      const { order } = await access.open(code, proof, 'spend');
      return presentPlan(await plans.cancelOf(order), now());
    },
    perMinute(deps.signInsPerMinute),
  );

  serveCall(
    server,
    'resumeSubscription',
    async ({ body, request }) =>
      presentPlan(await plans.resume(await userOf(request), body.id), now()),
    limited,
  );

  serveCall(
    server,
    'retryRenewal',
    async ({ body, request }) =>
      presentPlan(await plans.retry(await userOf(request), body.id), now()),
    limited,
  );

  serveCall(server, 'previewChange', async ({ body, request }) =>
    presentChange(await plans.preview(await userOf(request), body.id, body.productCode)),
  );

  serveCall(
    server,
    'changeSubscription',
    async ({ body, request }) => {
      const { view, order } = await plans.change(await userOf(request), body);
      return {
        subscription: presentPlan(view, now()),
        order: order && presentOrder(order, now()),
      };
    },
    limited,
  );
}
