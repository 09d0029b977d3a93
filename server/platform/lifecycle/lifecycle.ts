import { channel } from 'node:diagnostics_channel';
import type { InferSelectModel, SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { AnyStateMachine, ContextFrom, EventFrom, EventObject } from 'xstate';
import { nextState } from '../../../machines/lifecycle/next-state.ts';
import type { Database, Tx } from '../database/database.ts';
import { type LifecycleTable, moveRow, type Status } from '../database/move-row.ts';

const typeOf = (event: unknown): string => (event as EventObject).type;

/** A completed move: its event, the states before and after, and the row after the move. */
export type Moved<Machine extends AnyStateMachine, Table extends LifecycleTable> = {
  row: InferSelectModel<Table>;
  from: string;
  to: string;
  event: EventFrom<Machine>;
  now: Date;
};

/** A lifecycle chart, and how its rows are stored. */
export type Lifecycle<Machine extends AnyStateMachine, Table extends LifecycleTable> = {
  machine: Machine;
  table: Table;
  /** value of the column `status` for each state */
  stored: Record<string, Status>;
  /** returns other columns that a move changes in its row */
  change?: (to: string, now: Date) => PgUpdateSetSource<Table>;
  /** makes other writes in the transaction of the move, such as a ledger line */
  owed?: (tx: Tx, moved: Moved<Machine, Table>) => Promise<void>;
  /** name of the channel that publishes moves in this process, as messages `{from, event, to}` */
  channel: string;
};

export type Move<Machine extends AnyStateMachine, Table extends LifecycleTable> = {
  id: string;
  /** context in which the chart evaluates the event */
  context: ContextFrom<Machine>;
  event: EventFrom<Machine>;
  now: Date;
  /** additional condition for the row */
  where?: SQL | undefined;
  set?: PgUpdateSetSource<Table> | undefined;
};

/** Returns the states in which the event is allowed, and the next state. */
function allowedMove<Machine extends AnyStateMachine>(
  { machine, stored }: Lifecycle<Machine, LifecycleTable>,
  { context, event }: { context: ContextFrom<Machine>; event: EventFrom<Machine> },
): { from: string[]; to: string } {
  const allowed = Object.keys(stored).flatMap((from) => {
    const to = nextState(machine, { value: from, context }, event);
    return to === null ? [] : [{ from, to }];
  });
  const [first] = allowed;
  if (!first) throw new Error(`No state allows the event ${typeOf(event)}`);
  if (allowed.some(({ to }) => to !== first.to)) {
    throw new Error(
      `The event ${typeOf(event)} has several target states, which a single update cannot write`,
    );
  }
  return { from: allowed.map(({ from }) => from), to: first.to };
}

/**
 * Moves a row of a lifecycle to another status. Nothing else may change the status. The chart
 * decides in which states the event is allowed. One conditional update moves the row, and `owed`
 * writes in the same transaction. Returns undefined if the event is not allowed in the row's
 * status.
 */
export async function moveWithin<Machine extends AnyStateMachine, Table extends LifecycleTable>(
  tx: Tx,
  lifecycle: Lifecycle<Machine, Table>,
  move: Move<Machine, Table>,
): Promise<Moved<Machine, Table> | undefined> {
  const { table, stored, change, owed } = lifecycle;
  const { id, event, now, where, set } = move;
  const { from, to } = allowedMove(
    lifecycle as unknown as Lifecycle<Machine, LifecycleTable>,
    move,
  );
  const storedAs = (state: string) => stored[state] as Status;
  const done = await moveRow(tx, table, {
    id,
    where,
    from: from.map(storedAs),
    to: storedAs(to),
    set: { ...change?.(to, now), ...set } as PgUpdateSetSource<Table>,
  });
  if (!done) return undefined;
  const was = from.find((state) => stored[state] === done.from) ?? String(done.from);
  const moved = { row: done.row, from: was, to, event, now };
  await owed?.(tx, moved);
  return moved;
}

/** A move as subscribers of a lifecycle's channel receive it. */
export type PublishedMove<Row> = { from: string; event: string; to: string; row: Row };

/** Publishes a move to subscribers in this process. Call it after the transaction. */
export function publishMove<Machine extends AnyStateMachine, Table extends LifecycleTable>(
  { channel: name }: Lifecycle<Machine, Table>,
  { from, event, to, row }: Moved<Machine, Table>,
): void {
  const moves = channel(name);
  if (moves.hasSubscribers) moves.publish({ from, event: typeOf(event), to, row });
}

/** Moves one row in a separate transaction. */
export async function applyMove<Machine extends AnyStateMachine, Table extends LifecycleTable>(
  db: Database,
  lifecycle: Lifecycle<Machine, Table>,
  move: Move<Machine, Table>,
): Promise<InferSelectModel<Table> | undefined> {
  const moved = await db.transaction((tx) => moveWithin(tx, lifecycle, move));
  if (!moved) return undefined;
  publishMove(lifecycle, moved);
  return moved.row;
}
