import { sql } from 'drizzle-orm';
import { type AnyPgColumn, date, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { Locale } from '../../machines/model/locale.ts';
import { instant } from '../platform/database/columns.ts';

/** Owners of tasks, uploads and balances: guests, and users with an account. */
export const owners = pgTable(
  'owners',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['guest', 'user'] }).notNull(),
    /** keyed hash of the client's subnet at the owner's first call; empty if unknown */
    subnet: text('subnet').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    /** time of the last call, exact to the day; written at most once in 24 hours */
    lastSeenAt: instant('last_seen_at').notNull(),
    /**
     * user into whom this guest was merged; the guest's row is kept, so that its token never
     * becomes a guest again
     */
    mergedInto: text('merged_into').references((): AnyPgColumn => owners.id),
    mergedAt: instant('merged_at'),
    /** first UTC day with an allowance; null if the allowance is available from the start */
    freeFrom: date('free_from'),
    /**
     * time at which the user deleted the account; the remaining rows are removed after its files
     */
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('owners_subnet_created').on(table.subnet, table.createdAt),
    index('owners_last_seen').on(table.lastSeenAt),
    index('owners_closed').on(table.closedAt).where(sql`${table.closedAt} is not null`),
    index('owners_merged_into').on(table.mergedInto).where(sql`${table.mergedInto} is not null`),
  ],
);

/** Tokens of guests. The cookie's value is never stored, only its SHA-256. */
export const guests = pgTable('guests', {
  ownerId: text('owner_id')
    .primaryKey()
    .references(() => owners.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
});

/** Users. Each user has proven access to a mailbox. */
export const users = pgTable('users', {
  ownerId: text('owner_id')
    .primaryKey()
    .references(() => owners.id, { onDelete: 'cascade' }),
  /** email address, normalised by `readAddress`, so that a mailbox has only one account */
  email: text('email').notNull().unique(),
  /** hash of the password in PHC format, with parameters; null until a password is chosen */
  passwordHash: text('password_hash'),
  /** language of mails that are not caused by a page */
  locale: text('locale').$type<Locale>().notNull(),
  createdAt: instant('created_at').notNull(),
});

/** Sessions. The token is never stored, only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    /** time of the last call, exact to the day, as in `owners` */
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** browser and system, read from the user agent */
    device: text('device').notNull(),
    /** subnet of the client that signed in, as in `owners` */
    subnet: text('subnet').notNull(),
  },
  (table) => [
    index('sessions_owner').on(table.ownerId),
    index('sessions_expires').on(table.expiresAt),
  ],
);
