import { and, eq, sql } from 'drizzle-orm';
import { identities } from '../accounts/accounts.schema.ts';
import { purses } from '../credits/credits.schema.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { owners, users } from './owners.schema.ts';

export type User = typeof users.$inferSelect;

/** This number is arbitrary, and equal in all processes of one database. */
const addressLocks = 5_170_735;

/**
 * Locks an email address until the transaction ends. Requesting and using its codes, and creating
 * its account, then wait for each other.
 */
export async function lockAddress(tx: Tx, address: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${addressLocks}::int, hashtext(${address}))`);
}

export async function findUserByEmail(queries: Queries, email: string): Promise<User | undefined> {
  const rows = await queries.select().from(users).where(eq(users.email, email));
  return rows[0];
}

/** Inserts an owner with a balance and a user. The caller holds the lock of the email address. */
export async function insertUser(
  tx: Tx,
  user: Pick<User, 'ownerId' | 'email' | 'locale' | 'createdAt'> & {
    purseId: string;
    subnet: string;
  },
): Promise<User> {
  const { ownerId, email, locale, createdAt, purseId, subnet } = user;
  await tx
    .insert(owners)
    .values({ id: ownerId, kind: 'user', subnet, createdAt, lastSeenAt: createdAt });
  await tx.insert(purses).values({ id: purseId, ownerId, createdAt });
  const rows = await tx.insert(users).values({ ownerId, email, locale, createdAt }).returning();
  const [row] = rows;
  if (!row) throw new Error('Expected the inserted user to be returned.');
  return row;
}

export async function findUser(queries: Queries, ownerId: string): Promise<User | undefined> {
  const rows = await queries.select().from(users).where(eq(users.ownerId, ownerId));
  return rows[0];
}

/**
 * Returns the email address of a user, or null if the account is closed. Changes of the address
 * wait until this transaction ends, so that they also redirect the mails that this transaction
 * writes.
 */
export async function lockAddressOf(tx: Tx, ownerId: string): Promise<string | null> {
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.ownerId, ownerId))
    .for('share');
  return rows[0]?.email ?? null;
}

export async function changeUser(
  tx: Tx,
  ownerId: string,
  change: Partial<Pick<User, 'email' | 'passwordHash' | 'locale'>>,
): Promise<void> {
  await tx.update(users).set(change).where(eq(users.ownerId, ownerId));
}

export type Identity = typeof identities.$inferSelect;

export async function findUserByIdentity(
  queries: Queries,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<User | undefined> {
  const rows = await queries
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.ownerId, identities.ownerId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)));
  return rows[0]?.user;
}

/** Links an account of the provider, unless it is already linked. */
export async function linkIdentity(tx: Tx, identity: Identity): Promise<void> {
  await tx.insert(identities).values(identity).onConflictDoNothing();
}

export async function providersOf(
  queries: Queries,
  ownerId: string,
): Promise<Identity['provider'][]> {
  const rows = await queries
    .selectDistinctOn([identities.provider], { provider: identities.provider })
    .from(identities)
    .where(eq(identities.ownerId, ownerId));
  return rows.map(({ provider }) => provider);
}
