import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { owners } from '../owners/owners.schema.ts';
import { instant } from '../platform/database/columns.ts';

/** Accounts of users at identity providers. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider', { enum: ['firebase'] }).notNull(),
    /** the provider's permanent id of the account */
    subject: text('subject').notNull(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    /** the email address through which the two accounts were linked */
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('identities_owner').on(table.ownerId),
  ],
);

/** Exports of all data of a user. The file has the key `exports/<id>.zip`. */
export const accountExports = pgTable(
  'account_exports',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owners.id),
    state: text('state', { enum: ['queued', 'ready', 'removing'] }).notNull(),
    /** number of attempts; after several failures the export is given up */
    attempts: integer('attempts').notNull().default(0),
    /** SHA-256 of the secret in the mailed link, or null until the export is ready */
    linkHash: text('link_hash').unique(),
    createdAt: instant('created_at').notNull(),
    /** time at which file and row are removed */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('account_exports_owner').on(table.ownerId, table.createdAt),
    index('account_exports_expires').on(table.expiresAt),
  ],
);

/** Counts of recent password attempts per email address, with or without an account. */
export const passwordTries = pgTable(
  'password_tries',
  {
    address: text('address').primaryKey(),
    tries: integer('tries').notNull(),
    since: instant('since').notNull(),
  },
  (table) => [index('password_tries_since').on(table.since)],
);

/** Keyed hashes of mailboxes that had an account, so that no mailbox gets welcome credits twice. */
export const welcomedAddresses = pgTable(
  'welcomed_addresses',
  {
    addressHash: text('address_hash').primaryKey(),
    /**
     * time at which an account with a welcome grant last began or stopped using the address; null
     * if no such account did
     */
    leftAt: instant('left_at'),
    /** time at which an account last began or stopped using the address */
    usedAt: instant('used_at'),
  },
  (table) => [
    index('welcomed_addresses_left').on(table.leftAt),
    index('welcomed_addresses_used').on(table.usedAt),
  ],
);
