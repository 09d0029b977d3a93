import { and, asc, desc, eq, gte, inArray, or, sql } from 'drizzle-orm';
import { creditLines, creditLots } from '../credits/credits.schema.ts';
import { mails } from '../mail/mail.schema.ts';
import { orders, providerEvents } from '../orders/orders.schema.ts';
import type { Order } from '../orders/orders.store.ts';
import { owners, users } from '../owners/owners.schema.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { operatorActions } from './operator.schema.ts';

/* Queries of an operator, and the log of operator actions. */

export type OperatorAction = typeof operatorActions.$inferSelect;

export async function findAction(
  queries: Queries,
  { kind, key }: Pick<OperatorAction, 'kind' | 'key'>,
): Promise<OperatorAction | undefined> {
  const rows = await queries
    .select()
    .from(operatorActions)
    .where(and(eq(operatorActions.kind, kind), eq(operatorActions.key, key)));
  return rows[0];
}

export async function insertAction(tx: Tx, action: OperatorAction): Promise<void> {
  await tx.insert(operatorActions).values(action);
}

export const actionsOf = async (queries: Queries, ownerId: string): Promise<OperatorAction[]> =>
  await queries
    .select()
    .from(operatorActions)
    .where(eq(operatorActions.ownerId, ownerId))
    .orderBy(asc(operatorActions.createdAt));

export async function hasOwner(queries: Queries, id: string): Promise<boolean> {
  const rows = await queries.select({ id: owners.id }).from(owners).where(eq(owners.id, id));
  return rows.length === 1;
}

export type OrderFilter = {
  state?: Order['status'] | undefined;
  since?: Date | undefined;
  ownerId?: string | undefined;
  limit: number;
};

/** An order with the current email address of its account, or null if the account is closed. */
export type BuyersOrder = Order & { email: string | null };

/** Returns the orders that match the filter, newest first. */
export async function listOrders(queries: Queries, filter: OrderFilter): Promise<BuyersOrder[]> {
  const rows = await queries
    .select({ order: orders, email: users.email })
    .from(orders)
    .leftJoin(users, eq(users.ownerId, orders.ownerId))
    .where(
      and(
        filter.state && eq(orders.status, filter.state),
        filter.since && gte(orders.createdAt, filter.since),
        filter.ownerId === undefined ? undefined : eq(orders.ownerId, filter.ownerId),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(filter.limit);
  return rows.map(({ order, email }) => ({ ...order, email }));
}

export const eventsOf = async (queries: Queries, references: string[]) =>
  references.length === 0
    ? []
    : await queries
        .select()
        .from(providerEvents)
        .where(inArray(providerEvents.reference, references))
        .orderBy(asc(providerEvents.receivedAt));

/** Returns the mails with these causes, without email addresses and contents. */
export const mailsAbout = async (queries: Queries, ids: string[]) =>
  ids.length === 0
    ? []
    : await queries
        .select({
          id: mails.id,
          kind: mails.kind,
          state: mails.state,
          cause: mails.cause,
          attempts: mails.attempts,
          lastError: mails.lastError,
          createdAt: mails.createdAt,
        })
        .from(mails)
        .where(or(...ids.map((id) => sql`strpos(${mails.cause}, ${id}) > 0`)))
        .orderBy(asc(mails.id));

export const lotsOfOrders = async (queries: Queries, orderIds: string[]) =>
  orderIds.length === 0
    ? []
    : await queries.select().from(creditLots).where(inArray(creditLots.orderId, orderIds));

export const linesOfLots = async (queries: Queries, lotIds: string[]) =>
  lotIds.length === 0
    ? []
    : await queries
        .select()
        .from(creditLines)
        .where(inArray(creditLines.lotId, lotIds))
        .orderBy(asc(creditLines.id));
