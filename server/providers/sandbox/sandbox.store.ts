import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Database, Queries, Tx } from '../../platform/database/database.ts';
import {
  sandboxCharges,
  sandboxMandates,
  sandboxMessages,
  sandboxRefunds,
} from './sandbox.schema.ts';

/*
 * The sandbox's tables. The sandbox simulates an external system, so it never reads other tables.
 */

export type Charge = typeof sandboxCharges.$inferSelect;
export type Message = typeof sandboxMessages.$inferSelect;
export type MandateOutcome = (typeof sandboxMandates.$inferSelect)['outcome'];

/** Inserts a charge. Returns the existing charge if its key was used before. */
export async function keepCharge(
  queries: Queries,
  charge: typeof sandboxCharges.$inferInsert,
): Promise<Charge> {
  await queries.insert(sandboxCharges).values(charge).onConflictDoNothing();
  const rows = await queries
    .select()
    .from(sandboxCharges)
    .where(eq(sandboxCharges.key, charge.key));
  const [row] = rows;
  if (!row) throw new Error(`Expected a charge with the key ${charge.key} in the sandbox.`);
  return row;
}

export async function findCharge(queries: Queries, ref: string): Promise<Charge | undefined> {
  const rows = await queries.select().from(sandboxCharges).where(eq(sandboxCharges.ref, ref));
  return rows[0];
}

export async function lockCharge(tx: Tx, ref: string): Promise<Charge | undefined> {
  const rows = await tx
    .select()
    .from(sandboxCharges)
    .where(eq(sandboxCharges.ref, ref))
    .for('update');
  return rows[0];
}

export async function chargesOf(queries: Queries, reference: string): Promise<Charge[]> {
  return await queries
    .select()
    .from(sandboxCharges)
    .where(eq(sandboxCharges.reference, reference))
    .orderBy(asc(sandboxCharges.createdAt), asc(sandboxCharges.ref));
}

export async function dueCharges(queries: Queries, now: Date): Promise<Charge[]> {
  return await queries.select().from(sandboxCharges).where(lte(sandboxCharges.laterAt, now));
}

export async function changeCharge(
  queries: Queries,
  ref: string,
  change: Partial<Charge>,
): Promise<void> {
  await queries.update(sandboxCharges).set(change).where(eq(sandboxCharges.ref, ref));
}

/**
 * Inserts a refund. Returns false if the refund exceeds the rest of the charge or follows a
 * chargeback. A second call with the same key has no effect.
 */
export async function keepRefund(
  tx: Tx,
  refund: typeof sandboxRefunds.$inferInsert,
  /** returns the charge's current state, which its row may not contain yet */
  atTime: (charge: Charge) => Charge,
): Promise<boolean> {
  const row = await lockCharge(tx, refund.ref);
  const known = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.key, refund.key));
  if (known.length > 0) return true;
  const [sum] = await tx
    .select({ back: sql<number>`coalesce(sum(${sandboxRefunds.amount}), 0)::int8::text` })
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.ref, refund.ref));
  const charge = row && atTime(row);
  if (!charge || charge.status === 'chargedBack') return false;
  if (Number(sum?.back ?? 0) + refund.amount > charge.paid) return false;
  await tx.insert(sandboxRefunds).values(refund);
  return true;
}

export async function addMessage(
  queries: Queries,
  message: typeof sandboxMessages.$inferInsert,
): Promise<void> {
  await queries.insert(sandboxMessages).values(message);
}

export async function dueMessages(db: Database, now: Date): Promise<Message[]> {
  return await db
    .select()
    .from(sandboxMessages)
    .where(lte(sandboxMessages.sendAt, now))
    .orderBy(asc(sandboxMessages.sendAt), asc(sandboxMessages.id))
    .limit(100);
}

export async function endMessage(db: Database, id: number): Promise<void> {
  await db.delete(sandboxMessages).where(eq(sandboxMessages.id, id));
}

export async function postponeMessage(db: Database, id: number, sendAt: Date): Promise<void> {
  await db.update(sandboxMessages).set({ sendAt }).where(eq(sandboxMessages.id, id));
}

export async function outcomeOf(queries: Queries, mandate: string): Promise<MandateOutcome> {
  const rows = await queries
    .select()
    .from(sandboxMandates)
    .where(and(eq(sandboxMandates.mandate, mandate)));
  return rows[0]?.outcome ?? 'success';
}

/**
 * @public sets the outcome of a mandate's next renewals, for tests and for the sandbox's own page
 */
export async function setOutcome(
  queries: Queries,
  mandate: string,
  outcome: MandateOutcome,
): Promise<void> {
  await queries
    .insert(sandboxMandates)
    .values({ mandate, outcome })
    .onConflictDoUpdate({ target: sandboxMandates.mandate, set: { outcome } });
}
