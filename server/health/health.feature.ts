import { sql } from 'drizzle-orm';
import { isSame } from '../operator/operator-session.ts';
import type { Platform } from '../platform/platform.ts';
import { findOldestQueued } from '../tasks/due-tasks.store.ts';
import { createMetrics } from './metrics.ts';

const schema = { hide: true };

/** Time after which a check counts as failed. Load balancers often give up after 5 s. */
const patienceMs = 2000;

/** Time limit for reading the database's metrics. Prometheus gives up after 10 s by default. */
const scrapeMs = 8000;

async function within<Value>(check: Promise<Value>, ms = patienceMs): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ms);
  return await Promise.race([check, late.promise]).finally(() => clearTimeout(timer));
}

/** Returns null if the check passes, otherwise the reason as a short word. */
const reasonOf = (check: Promise<unknown>, reason: string): Promise<string | null> =>
  within(check).then(
    () => null,
    () => reason,
  );

/** Registers the address that Prometheus reads. Without METRICS_TOKEN there is no such address. */
function openMetrics(platform: Platform, token: string): void {
  const { own, shared } = createMetrics(platform);
  platform.server.get('/metrics', { schema }, async ({ headers }, reply) => {
    if (!isSame(headers.authorization ?? '', `Bearer ${token}`)) {
      const problem = 'METRICS_TOKEN differs from the token of the request.\n';
      return await reply.code(401).header('www-authenticate', 'Bearer').send(problem);
    }
    const state = await within(shared.metrics(), scrapeMs).catch(() => '');
    return await reply
      .header('cache-control', 'no-store')
      .type(own.contentType)
      .send(`${state}${await own.metrics()}`);
  });
}

/**
 * Registers the addresses that load balancers and operators ask. `/healthz` answers 200 while the
 * process lives. `/readyz` answers 200 if this process can serve visitors, otherwise 503 with the
 * reasons. The migrations are done before the server listens. A stopping server is not ready.
 */
export function openHealth(platform: Platform): void {
  const { config, server, db, storage, draining, ensureSpace, now } = platform;
  if (config.metricsToken) openMetrics(platform, config.metricsToken);

  server.get('/healthz', { schema }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );

  server.get('/readyz', { schema }, async (_request, reply) => {
    const checks = [
      reasonOf(db.execute(sql`select 1`), 'database_away'),
      reasonOf(ensureSpace(), 'storage_full'),
      reasonOf(storage.head('exports/none.zip'), 'storage_away'),
    ];
    const reasons = (await Promise.all(checks)).filter((reason) => reason !== null);
    if (draining.signal.aborted) reasons.push('stopping');
    const oldest = reasons.includes('database_away') ? null : await within(findOldestQueued(db));
    return await reply
      .code(reasons.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: reasons.length === 0 ? 'ready' : 'not_ready',
        reasons,
        /** seconds that the task at the head of the queue has waited, or null if none waits */
        queueAge: oldest && Math.round((now().getTime() - oldest.getTime()) / 1000),
      });
  });
}
