import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '../platform/database/database.ts';
import { nextRevision } from '../platform/database/revisions.ts';
import { reached } from '../platform/write-points.ts';
import { lanes, queueTurns, tasks } from './tasks.schema.ts';
import { queued, type Task } from './tasks.store.ts';

/*
 * Start-time fair queueing on two levels (decision 0018). Each subnet gets a slot per task, spaced
 * by the expected work of its tasks. The first slot of a new subnet begins at the current position
 * of the queue, so its tasks never wait for all tasks of another subnet. Within a subnet, turns
 * share the slots among its owners in the same way. Waiting tasks are never written to.
 */

export type Lane = (typeof lanes)[number];

/** A task's order in the queue, in milliseconds of expected work. */
export type Place = { turn: number; slot: number };

const ownerKey = (subnet: string, ownerId: string) => `${subnet} ${ownerId}`;

/**
 * Returns the end of a new key's share, which begins at a clock. The clock is at 0 until the first
 * claim.
 */
const endFrom = (lane: Lane, clock: { kind: 'clock' | 'order'; key: string }, costMs: number) =>
  sql`coalesce((select c.turn from ${queueTurns} c where c.lane = ${lane}
    and c.kind = ${clock.kind} and c.key = ${clock.key}), 0) + ${costMs}`;

/**
 * Takes a place for a new task. The shares of its owner and subnet remain used even if the task is
 * cancelled.
 */
export async function takePlace(
  tx: Tx,
  task: { lane: Lane; subnet: string; ownerId: string; costMs: number },
): Promise<Place> {
  const { lane, subnet, ownerId } = task;
  const costMs = Math.max(1, Math.round(task.costMs));
  const endOf = (clock: Parameters<typeof endFrom>[1]) => endFrom(lane, clock, costMs);
  // Each share begins at its clock, or at the end of the key's last share if that end is later.
  const rows = await tx
    .insert(queueTurns)
    .values([
      { lane, kind: 'subnet', key: subnet, turn: endOf({ kind: 'clock', key: '' }) },
      {
        lane,
        kind: 'owner',
        key: ownerKey(subnet, ownerId),
        turn: endOf({ kind: 'order', key: subnet }),
      },
    ])
    .onConflictDoUpdate({
      target: [queueTurns.lane, queueTurns.kind, queueTurns.key],
      set: { turn: sql`greatest(${queueTurns.turn} + ${costMs}, excluded.turn)` },
    })
    .returning({ kind: queueTurns.kind, end: queueTurns.turn });
  const beginOf = (kind: 'subnet' | 'owner') => {
    const row = rows.find((one) => one.kind === kind);
    if (!row) throw new Error('Expected the queue share to be returned.');
    return row.end - costMs;
  };
  return { turn: beginOf('owner'), slot: beginOf('subnet') };
}

/**
 * Locks the clocks of the lanes, so that claims, and other changes of several tasks of an owner,
 * wait for each other.
 */
async function lockClocks(tx: Tx, among: readonly Lane[]): Promise<void> {
  await tx
    .select({ lane: queueTurns.lane })
    .from(queueTurns)
    .where(and(eq(queueTurns.kind, 'clock'), inArray(queueTurns.lane, [...among])))
    .orderBy(queueTurns.lane)
    .for('update');
}

/** Creates the clock of a lane, which claims lock. Repeated calls have no effect. */
export async function openLane(db: Database, lane: Lane): Promise<void> {
  await db
    .insert(queueTurns)
    .values({ lane, kind: 'clock', key: '', turn: 0 })
    .onConflictDoNothing();
}

/** Makes claims wait until the transaction ends. */
export const holdClaims = (tx: Tx): Promise<void> => lockClocks(tx, lanes);

export type NextInQueue = { task: Task; holder: Pick<Task, 'id' | 'slot'> };

/**
 * Returns the next task of these lanes: the task with the first turn, within the subnet that has
 * the first slot. Other claims of a lane wait until the transaction ends.
 * @param codes functions of the task; null for all
 */
export async function nextInQueue(
  tx: Tx,
  among: Lane[],
  codes: string[] | null = null,
): Promise<NextInQueue | undefined> {
  const isWaiting = and(eq(tasks.status, queued), codes ? inArray(tasks.code, codes) : undefined);
  await lockClocks(tx, among);
  const heads: Task[] = [];
  for (const lane of among) {
    heads.push(
      ...(await tx
        .select()
        .from(tasks)
        .where(and(isWaiting, eq(tasks.lane, lane)))
        .orderBy(asc(tasks.slot), asc(tasks.createdAt), asc(tasks.id))
        .limit(1)),
    );
  }
  const [holder] = heads.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  if (!holder) return undefined;
  const { lane, subnet } = holder;
  const [task] = await tx
    .select()
    .from(tasks)
    .where(and(isWaiting, eq(tasks.lane, lane), eq(tasks.subnet, subnet)))
    .orderBy(asc(tasks.turn), asc(tasks.createdAt), asc(tasks.id))
    .limit(1);
  return task ? { task, holder } : undefined;
}

/**
 * Advances the clocks after a claim. If another task held the used slot, that task gets the slot of
 * the claimed task.
 */
export async function passTurn(tx: Tx, { task, holder }: NextInQueue): Promise<void> {
  if (task.id !== holder.id) {
    await tx.update(tasks).set({ slot: holder.slot }).where(eq(tasks.id, task.id));
    await tx.update(tasks).set({ slot: task.slot }).where(eq(tasks.id, holder.id));
  }
  const { lane, subnet } = task;
  await tx
    .insert(queueTurns)
    .values([
      { lane, kind: 'clock', key: '', turn: holder.slot },
      { lane, kind: 'order', key: subnet, turn: task.turn },
    ])
    .onConflictDoUpdate({
      target: [queueTurns.lane, queueTurns.kind, queueTurns.key],
      set: { turn: sql`greatest(${queueTurns.turn}, excluded.turn)` },
    });
}

/**
 * Removes used shares. They are no longer needed, because a new share would begin at the clock in
 * any case.
 */
export async function purgeTurns(db: Database): Promise<void> {
  const isIdle = (subnet: ReturnType<typeof sql>) => sql`not exists (select 1 from ${tasks} t
    where t.status = ${queued} and t.lane = ${queueTurns.lane} and t.subnet = ${subnet})`;
  await db.delete(queueTurns).where(
    sql`${queueTurns.kind} = 'subnet' and ${isIdle(sql`${queueTurns.key}`)} and ${queueTurns.turn} <= (
      select c.turn from ${queueTurns} c where c.lane = ${queueTurns.lane} and c.kind = 'clock')`,
  );
  reached('turns.subnets-removed');
  const subnet = sql`split_part(${queueTurns.key}, ' ', 1)`;
  await db.delete(queueTurns).where(
    sql`${queueTurns.kind} in ('order', 'owner') and ${isIdle(subnet)} and not exists (
      select 1 from ${queueTurns} n where n.lane = ${queueTurns.lane} and n.kind = 'subnet' and n.key = ${subnet})`,
  );
}

/**
 * Returns the queue position, which is 1 for the next task of a lane. Returns undefined if the task
 * no longer waits.
 */
export async function queuePosition(db: Database, id: string): Promise<number | undefined> {
  const { rows } = (await db.execute(sql`
    with mine as (select * from tasks where id = ${id} and status = ${queued}),
    used as (
      select t.slot, t.created_at, t.id from tasks t, mine
      where t.status = ${queued} and t.lane = mine.lane and t.subnet = mine.subnet
      order by t.slot, t.created_at, t.id
      -- none when the task was claimed meanwhile, and an offset below 0 is an error
      offset (select greatest(count(*) - 1, 0) from tasks t, mine
        where t.status = ${queued} and t.lane = mine.lane and t.subnet = mine.subnet
        and (t.turn, t.created_at, t.id) <= (mine.turn, mine.created_at, mine.id))
      limit 1)
    select count(*)::int as position from tasks t, mine, used
    where t.status = ${queued} and t.lane = mine.lane
    and (t.slot, t.created_at, t.id) <= (used.slot, used.created_at, used.id)`)) as unknown as {
    rows: { position: number }[];
  };
  return rows[0]?.position || undefined;
}

/** Returns the positions of the given tasks that still wait. One statement reads all of them. */
export async function queuePositions(db: Database, ids: string[]): Promise<Map<string, number>> {
  const { rows } = (await db.execute(sql`
    with waiting as (
      select id, lane, subnet, slot, created_at,
        row_number() over (partition by lane, subnet order by turn, created_at, id) as nth_turn,
        row_number() over (partition by lane, subnet order by slot, created_at, id) as nth_slot,
        row_number() over (partition by lane order by slot, created_at, id) as place
      from tasks where status = ${queued})
    select turns.id, slots.place::int as position
    from waiting turns join waiting slots
      on slots.lane = turns.lane and slots.subnet = turns.subnet and slots.nth_slot = turns.nth_turn
    where turns.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`)) as unknown as {
    rows: { id: string; position: number }[];
  };
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/**
 * Gives waiting tasks a new revision. A task that another process has given a new revision is left
 * as it is.
 */
export async function bumpQueued(
  db: Database,
  known: readonly Pick<Task, 'id' | 'revision'>[],
): Promise<void> {
  const isKnown = sql`(${tasks.id}, ${tasks.revision}) in (
    select id, revision from jsonb_to_recordset(${JSON.stringify(known)}::jsonb)
      as known(id text, revision bigint))`;
  await db
    .update(tasks)
    .set({ revision: nextRevision(tasks.revision) })
    .where(and(eq(tasks.status, queued), isKnown));
}
