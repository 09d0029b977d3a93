import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** States of a mail. `sent` and `failed` are final. */
export const mailStates = ['waiting', 'sending', 'sent', 'failed'] as const;

/** Mailed codes. Email addresses with and without an account get the same rows. */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: text('id').primaryKey(),
    address: text('address').notNull(),
    /**
     * the signed-in user who requested the code, for types that need a user (a new email address
     * has no account yet)
     */
    ownerId: text('owner_id'),
    purpose: text('purpose', {
      enum: ['signIn', 'resetPassword', 'changeEmail', 'deleteAccount', 'orderAccess'],
    }).notNull(),
    /** keyed hash of the code, bound to purpose and email address */
    codeHash: text('code_hash').notNull(),
    /** SHA-256 of the link's secret */
    linkHash: text('link_hash').notNull().unique(),
    /** number of wrong tries of the code */
    tries: integer('tries').notNull().default(0),
    /** subnet of the client that requested the code, as in `owners` */
    subnet: text('subnet').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('email_codes_address').on(table.address, table.createdAt),
    index('email_codes_subnet').on(table.subnet, table.createdAt),
    index('email_codes_created').on(table.createdAt),
    index('email_codes_owner').on(table.ownerId),
  ],
);

/**
 * Mails, each written in the transaction that causes it. After a mail is sent or given up, its
 * recipient and values are erased.
 */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** idempotency key: one mail per cause */
    cause: text('cause').notNull().unique(),
    kind: text('kind').notNull(),
    locale: text('locale').notNull(),
    /** the recipient's email address, or null after the mail was sent or given up */
    address: text('address'),
    /** SHA-256 of the email address, see `address-hash.ts` */
    addressHash: text('address_hash').notNull(),
    /** values for the mail's text, or null after the mail was sent or given up */
    values: jsonb('values'),
    state: text('state', { enum: mailStates }).notNull().default('waiting'),
    /** id of the process that sends the mail, or null while none sends it */
    sender: text('sender'),
    /** grows with every claim, so that an outdated attempt can no longer write */
    attempts: integer('attempts').notNull().default(0),
    /** earliest time of the next try */
    nextTryAt: instant('next_try_at').notNull(),
    /** after this time the mail is no longer sent */
    uselessAt: instant('useless_at').notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    /** why the last attempt failed, as one word */
    lastError: text('last_error'),
    /** the mail server's id of the mail, to find it in that server's log */
    providerId: text('provider_id'),
  },
  (table) => [
    index('mails_due')
      .on(table.nextTryAt, table.id)
      .where(sql`${table.state} in ('waiting', 'sending')`),
    index('mails_recent').on(table.kind, table.addressHash, table.createdAt),
    index('mails_ended').on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);

/**
 * Mails that a server without SMTP would have sent, for developers and tests; empty in production.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    messageId: text('message_id').notNull().unique(),
    address: text('address').notNull(),
    kind: text('kind').notNull(),
    locale: text('locale').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** plain-text files */
    attachments: jsonb('attachments')
      .$type<{ name: string; text: string }[]>()
      .notNull()
      .default([]),
    /** headers other than the standard headers */
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('outbox_created').on(table.createdAt)],
);

/** Hashes of email addresses that have opted out of mail that is not transactional. */
export const unsubscribed = pgTable('unsubscribed', {
  addressHash: text('address_hash').primaryKey(),
  createdAt: instant('created_at').notNull(),
});
