import { sql } from 'drizzle-orm';
import { closedAmong } from '../credits/closed-purses.store.ts';
import { linesOfCauses } from '../credits/credit-lines.store.ts';
import { holdCause, releaseCause } from '../orders/held-credits.ts';
import type { Order } from '../orders/orders.store.ts';
import { paymentsOf, refundsOf } from '../orders/payments.store.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import type { PaymentProvider } from '../providers/provider.port.ts';
import { findChangeFaults } from './change-faults.ts';
import { findCreditFaults } from './credit-faults.ts';
import {
  lotsAfter,
  lotsWithOrders,
  ordersAfter,
  ordersOfPlans,
  orphanRows,
  plansAfter,
  reservationFaults,
} from './doctor.store.ts';
import { type Fault, faults } from './finding.ts';
import { linesOfLots, lotsOfOrders } from './operator.store.ts';
import { findOrderFaults } from './order-faults.ts';
import { findPlanFaults } from './plan-faults.ts';
import { askProviders } from './provider-faults.ts';
import { patienceMs } from './stuck.ts';

export type Finding = Fault & { meaning: string };

export type Diagnosis = {
  findings: Finding[];
  /** numbers of checked rows; `notes` says which payments were not checked */
  checked: { orders: number; lots: number; plans: number };
  notes: string[];
};

const batchSize = 300;
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Reads one snapshot of the database, so that concurrent changes do not look like faults. */
const atOneMoment = <Result>(db: Database, read: (queries: Queries) => Promise<Result>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    return await read(tx);
  });

type Batch = { last: string | undefined; count: number; faults: Fault[] };

/** Reads a whole table in batches. */
async function inBatches(
  db: Database,
  read: (queries: Queries, after: string) => Promise<Batch>,
): Promise<{ count: number; faults: Fault[] }> {
  const found: Fault[] = [];
  let count = 0;
  let after = '';
  for (;;) {
    const from = after;
    const batch = await atOneMoment(db, (queries) => read(queries, from));
    found.push(...batch.faults);
    count += batch.count;
    if (batch.last === undefined) return { count, faults: found };
    after = batch.last;
  }
}

/**
 * Returns plan changes, with the credits that they took and the orders that granted these credits.
 */
async function readChanges(queries: Queries, orders: Order[]) {
  const changes = orders.filter(({ reason }) => reason === 'change');
  const causes = changes.flatMap(({ id }) => [holdCause(id), releaseCause(id)]);
  const lines = await linesOfCauses(queries, causes);
  const taken = await lotsWithOrders(
    queries,
    lines.flatMap(({ lotId }) => lotId ?? []),
  );
  return {
    changes,
    lines,
    orders: taken.map(({ order }) => order),
    lots: taken.map(({ lot }) => lot),
  };
}

async function readOrders(queries: Queries, after: string): Promise<Batch> {
  const orders = await ordersAfter(queries, after, batchSize);
  const ids = idsOf(orders);
  const refunds = await refundsOf(queries, ids);
  const lots = await lotsOfOrders(queries, ids);
  const lines = await linesOfLots(queries, idsOf(lots));
  const closedPurses = await closedAmong(
    queries,
    lots.map(({ purseId }) => purseId),
  );
  const payments = await paymentsOf(queries, ids);
  const changes = await readChanges(queries, orders);
  // Credit grants are checked in separate batches, so only faults of orders count here.
  const ofLots = (fault: Fault) => fault.where.startsWith('order ');
  return {
    last: orders.at(-1)?.id,
    count: orders.length,
    faults: [
      ...findOrderFaults({ orders, payments, refunds }),
      ...findCreditFaults({ orders, refunds, lots, lines, closedPurses }).filter(ofLots),
      ...findChangeFaults({ ...changes, refunds }),
    ],
  };
}

async function readLots(queries: Queries, after: string): Promise<Batch> {
  const lots = await lotsAfter(queries, after, batchSize);
  const lines = await linesOfLots(queries, idsOf(lots));
  return {
    last: lots.at(-1)?.id,
    count: lots.length,
    faults: findCreditFaults({ orders: [], refunds: [], lots, lines, closedPurses: [] }),
  };
}

const readPlans =
  (now: Date) =>
  async (queries: Queries, after: string): Promise<Batch> => {
    const plans = await plansAfter(queries, after, batchSize);
    const last = plans.map(({ lastOrderId }) => lastOrderId);
    const orders = await ordersOfPlans(queries, idsOf(plans), last);
    const payments = await paymentsOf(queries, idsOf(orders));
    const before = new Date(now.getTime() - patienceMs);
    return {
      last: plans.at(-1)?.id,
      count: plans.length,
      faults: findPlanFaults({ plans, orders, payments }, before),
    };
  };

const states = ['waits', 'runs', 'succeeded'];

async function ofReservations(db: Database): Promise<Fault[]> {
  return (await reservationFaults(db)).map(({ taskId, ownerId, status, kinds }) => ({
    code: kinds === 'reserve' ? ('reservation.open' as const) : ('reservation.wrong_end' as const),
    where: `task ${taskId}${ownerId ? ` of ${ownerId}` : ''}`,
    what: `${status === null ? 'is gone' : (states[status] ?? 'did not succeed')}, but its ledger lines are ${kinds}`,
  }));
}

async function ofOrphans(db: Database): Promise<Fault[]> {
  const { lots, refunds } = await orphanRows(db);
  return [
    ...lots.map(({ cause, orderId }) => ({
      code: 'lot.orphan' as const,
      where: `lot ${cause}`,
      what: `names the missing order ${orderId}`,
    })),
    ...refunds.map(({ id, orderId }) => ({
      code: 'refund.orphan' as const,
      where: `refund ${id}`,
      what: `names the missing order ${orderId}`,
    })),
  ];
}

/** Checks that ledger, orders, tasks, plans and providers agree. Does not write. */
export async function diagnose(
  deps: { db: Database; providers: readonly PaymentProvider[]; now: Date },
  { ask }: { ask: number },
): Promise<Diagnosis> {
  const { db, now } = deps;
  const orders = await inBatches(db, readOrders);
  const lots = await inBatches(db, readLots);
  const plans = await inBatches(db, readPlans(now));
  const asked = await askProviders(deps, ask);
  const found = [
    ...[...orders.faults, ...lots.faults, ...plans.faults],
    ...[...(await ofReservations(db)), ...(await ofOrphans(db)), ...asked.faults],
  ];
  return {
    findings: found.map((fault) => ({ ...fault, meaning: faults[fault.code] })),
    checked: { orders: orders.count, lots: lots.count, plans: plans.count },
    notes: asked.notes,
  };
}
