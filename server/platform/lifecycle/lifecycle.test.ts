import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setup } from 'xstate';
import type { OpenDatabase } from '../database/database.ts';
import { openTestDatabase } from '../database/testing/test-database.fixture.ts';
import { applyMove, type Lifecycle } from './lifecycle.ts';

/* An order whose payment writes a ledger line. It shows that a lifecycle works for any table. */
const orders = pgTable('test_orders', {
  id: text('id').primaryKey(),
  status: text('status').notNull(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
  paidAt: text('paid_at'),
});
const lines = pgTable('test_lines', {
  orderId: text('order_id').primaryKey(),
  amount: integer('amount').notNull(),
});

const orderMachine = setup({
  types: {
    context: {} as { amount: number },
    events: {} as { type: 'order.paid' } | { type: 'order.closed' },
  },
  guards: { hasPrice: ({ context }) => context.amount > 0 },
}).createMachine({
  context: { amount: 0 },
  initial: 'open',
  states: {
    open: {
      on: { 'order.paid': { guard: 'hasPrice', target: 'paid' }, 'order.closed': 'closed' },
    },
    paid: { type: 'final' },
    closed: { type: 'final' },
  },
});

const orderLifecycle = (amount: number): Lifecycle<typeof orderMachine, typeof orders> => ({
  machine: orderMachine,
  table: orders,
  stored: { open: 'OPEN', paid: 'PAID', closed: 'CLOSED' },
  change: (to, now) => (to === 'paid' ? { paidAt: now.toISOString() } : {}),
  async owed(tx, { row, to }) {
    if (to === 'paid') await tx.insert(lines).values({ orderId: row.id, amount });
  },
  channel: 'lightwell:test-order',
});

const now = new Date('2026-11-21T10:00:00Z');
const paid = { event: { type: 'order.paid' }, context: { amount: 5 }, now } as const;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.execute(
    sql`create table test_orders (id text primary key, status text, revision bigint, paid_at text)`,
  );
  await database.db.execute(
    sql`create table test_lines (order_id text primary key, amount integer check (amount > 0))`,
  );
});
afterAll(() => database.close());

const insertOrder = (id: string) =>
  database.db.insert(orders).values({ id, status: 'OPEN', revision: 1000 });

test('moves any row with a chart, once, together with its side writes', async () => {
  const { db } = database;
  await insertOrder('a');
  const moved = await applyMove(db, orderLifecycle(5), { id: 'a', ...paid });
  expect(moved).toEqual({ id: 'a', status: 'PAID', revision: 2000, paidAt: now.toISOString() });
  expect(await applyMove(db, orderLifecycle(5), { id: 'a', ...paid })).toBeUndefined();
  const closed = { id: 'a', event: { type: 'order.closed' }, context: { amount: 5 }, now } as const;
  expect(await applyMove(db, orderLifecycle(5), closed)).toBeUndefined();
  expect(await db.select().from(lines)).toEqual([{ orderId: 'a', amount: 5 }]);
});

test('does not move a row whose ledger line cannot be written', async () => {
  const { db } = database;
  await insertOrder('b');
  await expect(applyMove(db, orderLifecycle(-1), { id: 'b', ...paid })).rejects.toThrow();
  const rows = await db.select().from(orders).where(sql`id = 'b'`);
  expect(rows).toMatchObject([{ status: 'OPEN', revision: 1000 }]);
});

test('refuses an event that the chart never allows in this context', async () => {
  const free = { ...paid, id: 'b', context: { amount: 0 } };
  await expect(applyMove(database.db, orderLifecycle(5), free)).rejects.toThrow(
    'No state allows the event order.paid',
  );
});

test('refuses an event that leads to different states, which one update cannot do', async () => {
  const machine = setup({ types: { events: {} as { type: 'toggled' } } }).createMachine({
    initial: 'on',
    states: { on: { on: { toggled: 'off' } }, off: { on: { toggled: 'on' } } },
  });
  const switches: Lifecycle<typeof machine, typeof orders> = {
    machine,
    table: orders,
    channel: 'lightwell:test-switch',
    stored: { on: 'OPEN', off: 'CLOSED' },
  };
  const toggled = { id: 'b', event: { type: 'toggled' }, context: {}, now } as const;
  await expect(applyMove(database.db, switches, toggled)).rejects.toThrow(
    'The event toggled has several target states',
  );
});

test('publishes a move after it was made, and does not publish a failed move', async () => {
  const { db } = database;
  await insertOrder('c');
  const published: unknown[] = [];
  const hear = (move: unknown) => published.push(move);
  subscribe('lightwell:test-order', hear);
  try {
    await expect(applyMove(db, orderLifecycle(-1), { id: 'c', ...paid })).rejects.toThrow();
    await applyMove(db, orderLifecycle(5), { id: 'c', ...paid });
    await applyMove(db, orderLifecycle(5), { id: 'c', ...paid });
  } finally {
    unsubscribe('lightwell:test-order', hear);
  }
  expect(published).toEqual([
    { from: 'open', event: 'order.paid', to: 'paid', row: expect.objectContaining({ id: 'c' }) },
  ]);
});
