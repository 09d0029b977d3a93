import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { leases } from './processes.schema.ts';
import { isLost } from './processes.store.ts';

type Holder = { name: string; processId: string };

const after = (ms: number) => sql`now() + ${`${ms} milliseconds`}::interval`;

/** Takes or renews a lease. Returns false if another living process holds it. */
export async function takeLease(db: Database, holder: Holder, ms: number): Promise<boolean> {
  const rows = await db
    .insert(leases)
    .values({ ...holder, until: after(ms) })
    .onConflictDoUpdate({
      target: leases.name,
      set: { processId: holder.processId, until: after(ms) },
      setWhere: sql`${leases.processId} = ${holder.processId} or ${leases.until} < now()
        or ${isLost(leases.processId)}`,
    })
    .returning({ name: leases.name });
  return rows.length === 1;
}

const ownLease = ({ name, processId }: Holder) =>
  and(eq(leases.name, name), eq(leases.processId, processId));

/** Extends a lease. Returns false if another process has taken it. */
export async function renewLease(db: Database, holder: Holder, ms: number): Promise<boolean> {
  const rows = await db
    .update(leases)
    .set({ until: after(ms) })
    .where(ownLease(holder))
    .returning({ name: leases.name });
  return rows.length === 1;
}

export async function giveUpLease(db: Database, holder: Holder): Promise<void> {
  await db.delete(leases).where(ownLease(holder));
}
