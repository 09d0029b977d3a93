import { asc, eq, sql } from 'drizzle-orm';
import { insertGuest, lockOwner } from '../owners/owners.store.ts';
import { insertUser } from '../owners/users.store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { applyEvent } from '../tasks/task-lifecycle.ts';
import { insertTask, type Task } from '../tasks/tasks.store.ts';
import { creditLines, creditLots, purses } from './credits.schema.ts';
import { type Grant, grantCredits } from './credits.ts';
import { reserve } from './reservations.ts';

/* Helpers that read balances from ledger rows, and create tasks without queue and workers. */

export const noon = new Date('2026-11-20T12:00:00Z');
export const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000);

let made = 0;
const next = (what: string) => {
  made += 1;
  return `${what}-${made}`;
};

/**
 * Creates an owner that no other test uses.
 * @returns the id of the owner
 */
export async function newOwner(db: Database, kind: 'user' | 'guest' = 'user'): Promise<string> {
  const id = next(kind);
  const ids = { purseId: `purse of ${id}`, subnet: '' };
  await db.transaction(async (tx) => {
    if (kind === 'guest')
      await insertGuest(tx, { ...ids, id, tokenHash: `hash of ${id}`, now: noon });
    else {
      const user = {
        ownerId: id,
        email: `${id}@example.com`,
        locale: 'en',
        createdAt: noon,
      } as const;
      await insertUser(tx, { ...ids, ...user });
    }
  });
  return id;
}

export const grant = (
  db: Database,
  request: Partial<Grant> & { ownerId: string; amount: number },
) =>
  db.transaction((tx) =>
    grantCredits(tx, {
      source: 'pack',
      kind: 'purchase',
      cause: next('order'),
      expiresAt: null,
      now: noon,
      ...request,
    }),
  );

/** Inserts the row of a running task. */
async function insertRunning(tx: Tx, ownerId: string, id: string, credits: number) {
  return await insertTask(tx, {
    id,
    ownerId,
    subnet: 'net',
    lane: 'short',
    idempotencyKey: id,
    uploadKey: id,
    code: 'enhance',
    type: 21,
    options: {},
    unit: 1,
    credits,
    status: 1,
    turn: 0,
    slot: 0,
    createdAt: noon,
    deadlineAt: noon,
    expiresAt: hours(30 * 24),
    input: { width: 1, height: 1, mime: 'image/png' },
  });
}

/**
 * Starts a task: locks the balance, reserves the credits and inserts the task in one transaction.
 */
export async function start(
  db: Database,
  request: {
    ownerId: string;
    credits: number;
    limit?: number;
    now?: Date;
    kind?: 'user' | 'guest';
  },
): Promise<Task> {
  const { ownerId, credits, limit = 0, now = noon, kind = 'user' } = request;
  const taskId = next('task');
  return await db.transaction(async (tx) => {
    const purseId = await lockOwner(tx, ownerId);
    await reserve(tx, { owner: { id: ownerId, kind }, purseId, taskId, credits, limit, now });
    return await insertRunning(tx, ownerId, taskId, credits);
  });
}

export const end = (
  db: Database,
  task: Task,
  type: 'task.succeeded' | 'task.failed' | 'task.cancelled',
  now = noon,
) => applyEvent(db, { id: task.id, type: 21, event: { type }, now });

/** Returns an owner's ledger, one text per line: kind, amount, and the grant's cause or the day. */
export async function ledgerOf(db: Database, ownerId: string): Promise<string[]> {
  const rows = await db
    .select({ line: creditLines, cause: creditLots.cause })
    .from(creditLines)
    .innerJoin(purses, eq(purses.id, creditLines.purseId))
    .leftJoin(creditLots, eq(creditLots.id, creditLines.lotId))
    .where(eq(purses.ownerId, ownerId))
    .orderBy(asc(creditLines.id));
  return rows.map(({ line, cause }) => `${line.kind} ${line.amount} ${cause ?? line.day}`);
}

/** Returns the balance of each credit grant according to its ledger lines, keyed by cause. */
export async function balancesOf(db: Database, ownerId: string): Promise<Record<string, number>> {
  const rows = await db
    .select({
      cause: creditLots.cause,
      balance: sql<number>`coalesce(sum(${creditLines.amount}), 0)::int`,
    })
    .from(creditLots)
    .innerJoin(purses, eq(purses.id, creditLots.purseId))
    .leftJoin(creditLines, eq(creditLines.lotId, creditLots.id))
    .where(eq(purses.ownerId, ownerId))
    .groupBy(creditLots.cause);
  return Object.fromEntries(rows.map(({ cause, balance }) => [cause, balance]));
}
