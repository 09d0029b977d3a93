import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { AnyStateMachine, ContextFrom, EventFrom } from 'xstate';
import type { OrderEvent } from '../../machines/lifecycle/order/order.machine.ts';
import type { PaymentEvent } from '../../machines/lifecycle/payment/payment.machine.ts';
import type { SubscriptionEvent } from '../../machines/lifecycle/subscription/subscription.machine.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { LifecycleTable } from '../platform/database/move-row.ts';
import { type Lifecycle, moveWithin, publishMove } from '../platform/lifecycle/lifecycle.ts';
import type { subscriptions } from '../subscriptions/subscriptions.schema.ts';
import type { Subscription } from '../subscriptions/subscriptions.store.ts';
import { orderLifecycle, paymentLifecycle, subscriptionLifecycle } from './lifecycles.ts';
import type { orders, payments } from './orders.schema.ts';
import type { Order } from './orders.store.ts';
import type { Payment } from './payments.store.ts';

/** One transaction that moves orders, payments and plans. Lock order: orders, payments, plans. */
export type Work = {
  tx: Tx;
  now: Date;
  /**
   * Each move returns the current row, or undefined if the row's state does not allow the event.
   */
  moveOrder(
    id: string,
    type: OrderEvent['type'],
    set?: PgUpdateSetSource<typeof orders>,
  ): Promise<Order | undefined>;
  movePayment(
    id: string,
    type: PaymentEvent['type'],
    set?: PgUpdateSetSource<typeof payments>,
  ): Promise<Payment | undefined>;
  movePlan(
    id: string,
    type: SubscriptionEvent['type'],
    set?: PgUpdateSetSource<typeof subscriptions>,
  ): Promise<Subscription | undefined>;
};

/** Runs the work in one transaction. Publishes the moves after the commit. */
export async function inTransaction<Result>(
  db: Database,
  now: Date,
  act: (work: Work) => Promise<Result>,
): Promise<Result> {
  const made: (() => void)[] = [];
  const mover =
    <Machine extends AnyStateMachine, Table extends LifecycleTable>(
      tx: Tx,
      lifecycle: Lifecycle<Machine, Table>,
    ) =>
    async (id: string, type: string, set?: PgUpdateSetSource<Table>) => {
      const event = { type } as EventFrom<Machine>;
      const context = {} as ContextFrom<Machine>;
      const moved = await moveWithin(tx, lifecycle, { id, context, event, now, set });
      if (moved) made.push(() => publishMove(lifecycle, moved));
      return moved?.row;
    };
  const result = await db.transaction((tx) =>
    act({
      tx,
      now,
      moveOrder: mover(tx, orderLifecycle),
      movePayment: mover(tx, paymentLifecycle),
      movePlan: mover(tx, subscriptionLifecycle),
    }),
  );
  for (const publish of made) publish();
  return result;
}
