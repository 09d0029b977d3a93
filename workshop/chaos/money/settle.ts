import { sql } from 'drizzle-orm';
import { ask, type Scene } from './scene.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** True if a sweep has work to do. */
async function isAnythingDue(scene: Scene): Promise<boolean> {
  const now = sql`${scene.host.now().toISOString()}`;
  const rows = await ask(
    scene,
    sql`select 1 from payments where next_check_at <= ${now}
      union all select 1 from refunds where next_try_at <= ${now}
      union all select 1 from orders where status in ('open', 'notPaid') and expires_at <= ${now}
      union all select 1 from subscriptions where next_charge_at <= ${now}
      union all select 1 from subscriptions where status = 'ending' and period_end <= ${now}
      union all select 1 from sandbox_messages where send_at <= ${now}
      union all select 1 from sandbox_charges where later_at <= ${now}
      union all select 1 from credit_lots where expired_at is null and expires_at <= ${now}
      union all select 1 from tasks where status < 2 limit 1`,
  );
  return rows.length > 0;
}

/** Clock steps after which no work is due. Together they exceed the longest wait for late money. */
const settling = [
  ...[61_000, 6 * minuteMs, 65 * minuteMs, dayMs + hourMs, 3 * dayMs + hourMs, 8 * dayMs, 61_000],
];

export async function settle(scene: Scene): Promise<void> {
  const { host } = scene;
  host.spare();
  if (host.isDead()) await host.revive();
  scene.story.push('until nothing is due');
  for (const [n, ms] of settling.entries()) {
    host.advance(ms);
    // Only a sweep finds work without a due time, such as a closed account, so the first step
    // always sweeps.
    if (n === 0 || (await isAnythingDue(scene))) await host.sweep();
  }
  await host.sweep();
}
