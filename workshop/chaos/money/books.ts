import { sql } from 'drizzle-orm';
import { creditLines, creditLots, purses } from '../../../server/credits/credits.schema.ts';
import { orders, payments, providerEvents, refunds } from '../../../server/orders/orders.schema.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import {
  sandboxCharges,
  sandboxMessages,
  sandboxRefunds,
} from '../../../server/providers/sandbox/sandbox.schema.ts';
import { subscriptions } from '../../../server/subscriptions/subscriptions.schema.ts';
import { tasks } from '../../../server/tasks/tasks.schema.ts';

type Mail = { cause: string; kind: string };

export async function readBooks(db: Database) {
  const mails = (await db.execute(sql`select cause, kind from money_mails`)) as unknown as {
    rows: Mail[];
  };
  const all = await db.select().from(purses);
  const closed = all.filter(({ closedAt }) => closedAt !== null);
  return {
    orders: await db.select().from(orders).orderBy(orders.createdAt),
    payments: await db.select().from(payments).orderBy(payments.createdAt),
    refunds: await db.select().from(refunds),
    plans: await db.select().from(subscriptions),
    events: await db.select().from(providerEvents),
    charges: await db.select().from(sandboxCharges).orderBy(sandboxCharges.createdAt),
    givenBack: await db.select().from(sandboxRefunds),
    messages: await db.select().from(sandboxMessages),
    lots: await db.select().from(creditLots),
    lines: await db.select().from(creditLines).orderBy(creditLines.id),
    purses: all,
    closedPurses: closed.map(({ id }) => id),
    tasks: await db.select().from(tasks),
    mails: mails.rows,
  };
}

/** The rows of both sides: the provider's and the server's. */
export type Books = Awaited<ReturnType<typeof readBooks>>;
