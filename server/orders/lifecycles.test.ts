import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { nextState } from '../../machines/lifecycle/next-state.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { newId } from '../platform/ids.ts';
import { subscriptions } from '../subscriptions/subscriptions.schema.ts';
import { orderLifecycle, paymentLifecycle, subscriptionLifecycle } from './lifecycles.ts';
import { inTransaction, type Work } from './moves.ts';
import { orders, payments } from './orders.schema.ts';

let database: OpenDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

const now = new Date('2026-11-23T10:00:00.000Z');
const money = { price: 399, currency: 'EUR', country: 'DE' } as const;
const buyer = { ownerId: 'owner', locale: 'en' } as const;
const product = { productCode: 'plan-week', credits: 150, duration: 1, durationUnit: 3 } as const;

async function insertOrder(status: (typeof orders.$inferInsert)['status']): Promise<string> {
  const id = newId();
  await db.insert(orders).values({
    id,
    code: id,
    idempotencyKey: id,
    status,
    revision: 0,
    reason: 'purchase',
    ...money,
    ...buyer,
    ...product,
    productKind: 'plan',
    amount: 399,
    tax: 0,
    taxBasisPoints: 0,
    taxName: '',
    autoRenew: true,
    createdAt: now,
    expiresAt: now,
  });
  return id;
}

async function insertPayment(status: (typeof payments.$inferInsert)['status']): Promise<string> {
  const [id, orderId] = [newId(), await insertOrder('open')];
  await db.insert(payments).values({
    id,
    orderId,
    wishKey: id,
    provider: 'sandbox',
    method: 'card',
    status,
    revision: 0,
    amount: 399,
    currency: 'EUR',
    checkout: { kind: 'none' },
    createdAt: now,
    expiresAt: now,
  });
  return id;
}

async function insertPlan(status: (typeof subscriptions.$inferInsert)['status']): Promise<string> {
  const id = newId();
  await db.insert(subscriptions).values({
    id,
    status,
    revision: 0,
    ...money,
    ...buyer,
    ...product,
    ownerId: id,
    provider: 'sandbox',
    method: 'card',
    firstOrderId: id,
    lastOrderId: id,
    createdAt: now,
    anchorAt: now,
    anchorCycle: 1,
    cycle: 1,
    periodStart: now,
    periodEnd: now,
    lastPaymentStatus: 1,
  });
  return id;
}

type Thing = {
  insert: (status: never) => Promise<string>;
  move: (work: Work, id: string, event: never) => Promise<{ status: string } | undefined>;
  machine: AnyStateMachine;
  table: typeof orders | typeof payments | typeof subscriptions;
};

const things: Record<string, Thing> = {
  order: {
    insert: insertOrder,
    move: (work, id, event) => work.moveOrder(id, event),
    ...orderLifecycle,
  },
  payment: {
    insert: insertPayment,
    move: (work, id, event) => work.movePayment(id, event),
    ...paymentLifecycle,
  },
  plan: {
    insert: insertPlan,
    move: (work, id, event) => work.movePlan(id, event),
    ...subscriptionLifecycle,
  },
};

describe.each(Object.entries(things))(
  'the row of a %s',
  (_name, { insert, move, machine, table }) => {
    const cases = Object.keys(machine.states).flatMap((from) =>
      machine.events.map((event) => [from, event] as const),
    );

    test.each(cases)('that is %s moves by %s as its chart says', async (from, event) => {
      const id = await insert(from as never);
      const next = nextState(machine, { value: from, context: {} }, { type: event });
      const moved = await inTransaction(db, now, (work) => move(work, id, event as never));
      expect(moved?.status ?? null).toBe(next);
      const [row] = await db.select({ status: table.status }).from(table).where(eq(table.id, id));
      expect(row?.status).toBe(next ?? from);
    });
  },
);
