import { count, eq, inArray, isNull, min } from 'drizzle-orm';
import { mails } from '../mail/mail.schema.ts';
import { providerEvents } from '../orders/orders.schema.ts';
import type { Database } from '../platform/database/database.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { queued, running } from '../tasks/tasks.store.ts';

/** Counts the tasks that wait or run, by function. */
export const countTasks = async (db: Database) =>
  await db
    .select({ code: tasks.code, status: tasks.status, tasks: count() })
    .from(tasks)
    .where(inArray(tasks.status, [queued, running]))
    .groupBy(tasks.code, tasks.status);

export async function countWaitingMails(db: Database): Promise<number> {
  const [row] = await db.select({ mails: count() }).from(mails).where(eq(mails.state, 'waiting'));
  return row?.mails ?? 0;
}

/** Returns the time of the oldest provider message that is not settled, or null. */
export async function findOldestUnsettled(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(providerEvents.receivedAt) })
    .from(providerEvents)
    .where(isNull(providerEvents.handledAt));
  return row?.at ?? null;
}
