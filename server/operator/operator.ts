import { z } from 'zod';
import { wholeLedger } from '../credits/ledger.store.ts';
import { orderStates } from '../orders/orders.schema.ts';
import { findOrderByCode, type Order } from '../orders/orders.store.ts';
import { paymentsOf, refundsOf } from '../orders/payments.store.ts';
import { findUser } from '../owners/users.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { PaymentProvider } from '../providers/provider.port.ts';
import { diagnose } from './doctor.ts';
import { findOwnerId } from './find-owner.ts';
import {
  actionsOf,
  eventsOf,
  linesOfLots,
  listOrders,
  lotsOfOrders,
  mailsAbout,
} from './operator.store.ts';
import { OperatorError } from './operator-error.ts';
import { createOperatorWrites } from './operator-writes.ts';
import { findStuck } from './stuck.ts';

const text = (most: number) => z.string().trim().min(1).max(most);
const owner = { owner: text(100).optional(), email: text(254).optional() };
const trace = { key: text(100), reason: text(500), by: text(60) };

/** Schemas of the input of each command, from a request or the command line. */
const inputs = {
  orders: z.strictObject({
    ...owner,
    state: z.enum(orderStates).optional(),
    since: z.iso.date().or(z.iso.datetime()).optional(),
    limit: z.coerce.number().int().min(1).max(10_000).default(100),
  }),
  order: z.strictObject({ code: text(40) }),
  ledger: z.strictObject(owner),
  stuck: z.strictObject({}),
  doctor: z.strictObject({ ask: z.coerce.number().int().min(0).max(10_000).default(500) }),
  refund: z.strictObject({
    code: text(40),
    ...trace,
    amount: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  grant: z.strictObject({
    ...owner,
    ...trace,
    credits: z.coerce.number().int().min(1).max(100_000),
  }),
};

export type OperatorCommand = keyof typeof inputs;

export type OperatorDeps = {
  db: Database;
  providers: readonly PaymentProvider[];
  now: () => Date;
  sendRefunds: () => Promise<void>;
};

export type Operator = ReturnType<typeof createOperator>;

/** Returns all data of an order except checkouts and mandates, which could be used to pay. */
async function orderDetail(db: Database, order: Order) {
  const payments = await paymentsOf(db, [order.id]);
  const refunds = await refundsOf(db, [order.id]);
  const lots = await lotsOfOrders(db, [order.id]);
  const ids = [...payments, ...refunds].map(({ id }) => id);
  const buyer = await findUser(db, order.ownerId);
  return {
    order: { ...order, email: buyer?.email ?? null },
    payments: payments.map(({ checkout: _checkout, mandate: _mandate, ...payment }) => payment),
    refunds,
    lots,
    lines: await linesOfLots(
      db,
      lots.map(({ id }) => id),
    ),
    events: await eventsOf(
      db,
      payments.map(({ id }) => id),
    ),
    mails: await mailsAbout(db, [order.id, ...ids]),
    actions: (await actionsOf(db, order.ownerId)).filter(({ orderId }) => orderId === order.id),
  };
}

/** Creates the queries and commands of an operator. The command line and the page share them. */
export function createOperator({ db, providers, now, sendRefunds }: OperatorDeps) {
  const writes = createOperatorWrites({ db, now, sendRefunds });
  const wantsOwner = (request: { owner?: string | undefined; email?: string | undefined }) =>
    request.owner !== undefined || request.email !== undefined;
  const reads = {
    async orders({ state, since, limit, ...who }: z.output<(typeof inputs)['orders']>) {
      const ownerId = wantsOwner(who) ? await findOwnerId(db, who) : undefined;
      const from = since === undefined ? undefined : new Date(since);
      return await listOrders(db, { state, since: from, ownerId, limit });
    },
    async order({ code }: { code: string }) {
      const order = await findOrderByCode(db, code.toUpperCase());
      if (!order) throw new OperatorError('order_not_found', `There is no order ${code}.`);
      return await orderDetail(db, order);
    },
    async ledger(who: z.output<(typeof inputs)['ledger']>) {
      const ownerId = await findOwnerId(db, who);
      const lines = await wholeLedger(db, ownerId);
      const inLots = lines.filter(({ day }) => day === null);
      const balance = inLots.reduce((sum, { amount }) => sum + amount, 0);
      return { ownerId, balance, lines, actions: await actionsOf(db, ownerId) };
    },
    stuck: () => findStuck(db, now()),
    doctor: (request: { ask: number }) => diagnose({ db, providers, now: now() }, request),
  };
  const all = { ...reads, ...writes };
  return {
    ...all,
    /** Runs a command by name, with unvalidated input. @throws OperatorError */
    async run(name: string, input: unknown): Promise<unknown> {
      if (!Object.hasOwn(inputs, name)) {
        throw new OperatorError('unknown_command', `There is no command ${name.slice(0, 40)}.`);
      }
      const command = name as OperatorCommand;
      const parsed = inputs[command].safeParse(input ?? {});
      if (!parsed.success) {
        const problems = parsed.error.issues.map(
          ({ path, message }) => `${path.join('.') || 'input'}: ${message}`,
        );
        throw new OperatorError('invalid_input', problems.join('; '));
      }
      return await (all[command] as (request: unknown) => Promise<unknown>)(parsed.data);
    },
  };
}
