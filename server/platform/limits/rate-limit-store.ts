import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { createRequestCounts } from './request-counts.ts';
import type { SharedLimits } from './shared-limits.ts';

/** Options of the plug-in for one route; its types lack this property. */
type RouteLimit = { routeInfo?: { method: string | string[]; url: string } };

/** Returns a store for `@fastify/rate-limit` that counts the requests of each route. */
export function createRateLimitStore(shared: SharedLimits): FastifyRateLimitStoreCtor {
  const count = createRequestCounts(shared);
  return class RouteCounts implements FastifyRateLimitStore {
    private readonly limit: string;

    constructor({ routeInfo }: RouteLimit) {
      this.limit = `${routeInfo?.method} ${routeInfo?.url}`;
    }

    incr(
      address: string,
      done: Parameters<FastifyRateLimitStore['incr']>[1],
      windowMs: number,
      max: number,
    ) {
      count({ limit: this.limit, address }, { windowMs, max }).then(
        (found) => done(null, found),
        (error) => done(error),
      );
    }

    child(route: object) {
      return new RouteCounts(route);
    }
  };
}
