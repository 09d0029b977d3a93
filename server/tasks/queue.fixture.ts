import { sql } from 'drizzle-orm';
import { dealStatus } from '../../contract/deal-status.ts';
import { reserveCredits } from '../credits/credit-lines.store.ts';
import { creditLines } from '../credits/credits.schema.ts';
import { insertGuest } from '../owners/owners.store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { claimNext } from './task-claims.ts';
import { type Lane, takePlace } from './task-queue.store.ts';
import { queueTurns, tasks } from './tasks.schema.ts';
import { insertTask, type Task } from './tasks.store.ts';

const startedAt = Date.parse('2026-11-21T10:00:00Z');
export const now = () => new Date(startedAt);

type Sent = { owner: string; subnet?: string; lane?: Lane; costMs?: number };

/** Creates the queue of a database without workers. The test itself sends and claims tasks. */
export function createTestQueue(db: Database) {
  const owners = new Set<string>();
  let made = 0;

  async function ensureOwner(tx: Tx, id: string) {
    if (owners.has(id)) return;
    owners.add(id);
    const guest = { id, purseId: `purse-${id}`, tokenHash: `hash-${id}`, subnet: '' };
    await insertGuest(tx, { ...guest, now: now() });
  }

  /** Sends a task of one credit. Its id consists of the owner and a counter. */
  async function send({
    owner,
    subnet = 'net',
    lane = 'short',
    costMs = 1000,
  }: Sent): Promise<Task> {
    made += 1;
    const id = `${owner}-${made}`;
    const createdAt = new Date(startedAt + made);
    return await db.transaction(async (tx) => {
      await ensureOwner(tx, owner);
      const source = { day: '2026-11-21' };
      const line = { purseId: `purse-${owner}`, taskId: id, credits: 1, source };
      await reserveCredits(tx, { ...line, now: now() });
      return await insertTask(tx, {
        id,
        ownerId: owner,
        subnet,
        lane,
        idempotencyKey: id,
        uploadKey: id,
        createdAt,
        code: 'enhance',
        type: 21,
        options: {},
        unit: 1,
        credits: 1,
        status: dealStatus.queued,
        input: { width: 1, height: 1, mime: 'image/png' },
        deadlineAt: now(),
        expiresAt: new Date(startedAt + 30 * 86_400_000),
        ...(await takePlace(tx, { lane, subnet, ownerId: owner, costMs })),
      });
    });
  }

  return {
    send,
    claim: (lanes: Lane[] = ['short', 'long']) =>
      claimNext(db, { lanes, runner: 'test', now, deadlineMs: 3_600_000 }),
    async empty() {
      await db.delete(creditLines);
      await db.delete(tasks);
      await db.delete(queueTurns).where(sql`${queueTurns.kind} <> 'clock'`);
      await db.update(queueTurns).set({ turn: 0 });
    },
  };
}
