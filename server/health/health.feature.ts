import { sql } from 'drizzle-orm';
import { isSame } from '../operator/operator-session.ts';
import type { Platform } from '../platform/platform.ts';
import { findOldestQueued } from '../tasks/due-tasks.store.ts';
import { createMetrics } from './metrics.ts';
import { findStorageProblems } from './storage-problems.ts';
import { fails, within } from './within.ts';

/** Proxies ask every second, so the log has these requests only if they end with an error. */
const asked = { schema: { hide: true }, logLevel: 'warn' } as const;

/** Time limit for reading the database's metrics. Prometheus gives up after 10 s by default. */
const scrapeMs = 8000;

/** Registers the address that Prometheus reads. Without METRICS_TOKEN there is no such address. */
function openMetrics(platform: Platform, token: string): void {
  const { own, shared } = createMetrics(platform);
  platform.server.get('/metrics', asked, async ({ headers }, reply) => {
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

/** Returns the time of the oldest waiting task, or null if none waits or there is no answer. */
const oldestQueued = (db: Platform['db']) => within(findOldestQueued(db)).catch(() => null);

/**
 * Registers the addresses that load balancers and operators ask. `/healthz` answers 200 while the
 * process lives. `/readyz` answers 200 if this process can serve visitors, otherwise 503 with the
 * reasons. The migrations are done before the server listens. A stopping server is not ready.
 */
export function openHealth(platform: Platform): void {
  const { config, server, db, draining, now } = platform;
  if (config.metricsToken) openMetrics(platform, config.metricsToken);

  server.get('/healthz', asked, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );

  server.get('/readyz', asked, async (_request, reply) => {
    const [isAway, problems, oldest] = await Promise.all([
      fails(db.execute(sql`select 1`)),
      findStorageProblems(platform),
      oldestQueued(db),
    ]);
    const reasons = [isAway && 'database_away', draining.signal.aborted && 'stopping'];
    const isReady = !reasons.some(Boolean);
    return await reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ready' : 'not_ready',
        reasons: reasons.filter(Boolean),
        /** problems that leave the process ready */
        warnings: Object.entries(problems).flatMap(([name, exists]) => (exists ? [name] : [])),
        /** seconds that the task at the head of the queue has waited, or null if none waits */
        queueAge: oldest && Math.round((now().getTime() - oldest.getTime()) / 1000),
      });
  });
}
