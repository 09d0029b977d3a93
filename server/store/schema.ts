import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Locale } from '../../machines/model/locale.ts';

/** A task's expected duration decides its lane. */
export const lanes = ['short', 'long'] as const;

/** Why a ledger entry was written; the end of a task is part of its reason. */
export const creditReasons = [
  'task.started',
  'task.succeeded',
  'task.rejected',
  'task.failed',
  'task.expired',
  /** cancelled before any work was done */
  'task.cancelled',
  /** cancelled by its owner after the work had begun */
  'task.abandoned',
  /** a user signed up */
  'account.made',
  'order.paid',
  'order.refunded',
  'order.chargedBack',
  'subscription.renewed',
  /** deducted from the price of another plan */
  'subscription.changed',
  /** returned because the other plan was not paid */
  'subscription.unchanged',
  'operator.granted',
  'operator.adjusted',
  'lot.expired',
  'account.closed',
] as const;

/** Origins of credit grants. */
export const lotSources = ['welcome', 'pack', 'pass', 'plan', 'operator'] as const;

export const creditKinds = [
  ...['grant', 'purchase', 'renewal', 'reserve', 'commit', 'release'],
  ...['expiry', 'refund', 'adjustment'],
] as const satisfies string[];

/** States of a mail; `sent` and `failed` are final. */
export const mailStates = ['waiting', 'sending', 'sent', 'failed'] as const;

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Owners of tasks, uploads and balances: guests, and users with an account. */
export const owners = pgTable(
  'owners',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['guest', 'user'] }).notNull(),
    /** keyed hash of the client's subnet at its first call; empty if unknown */
    network: text('network').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    /** to the day: written at most once in 24 hours */
    lastSeenAt: instant('last_seen_at').notNull(),
    /** user into whom this guest was merged; the row stays, so that its token never becomes a guest again */
    mergedInto: text('merged_into').references((): AnyPgColumn => owners.id),
    mergedAt: instant('merged_at'),
    /** first UTC day with an allowance, or null if it is available from the start */
    freeFrom: date('free_from'),
    /** when the user deleted the account; the remaining rows are removed after its files */
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('owners_network_created').on(table.network, table.createdAt),
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

/** Users with a proven mailbox. */
export const users = pgTable('users', {
  ownerId: text('owner_id')
    .primaryKey()
    .references(() => owners.id, { onDelete: 'cascade' }),
  /** normalised by `readAddress`, so that a mailbox has one account */
  email: text('email').notNull().unique(),
  /** PHC format, with parameters, or null until a password is chosen */
  passwordHash: text('password_hash'),
  /** language of mails that are sent without a page */
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
    /** to the day, as in `owners` */
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** browser and system from the user agent */
    device: text('device').notNull(),
    /** as in `owners`, of the client that signed in */
    network: text('network').notNull(),
  },
  (table) => [
    index('sessions_owner').on(table.ownerId),
    index('sessions_expires').on(table.expiresAt),
  ],
);

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
    /** the address by which the two were linked */
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
    /** when file and row are removed */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('account_exports_owner').on(table.ownerId, table.createdAt),
    index('account_exports_expires').on(table.expiresAt),
  ],
);

/** Counts of recent password attempts per address, with or without an account. */
export const passwordTries = pgTable(
  'password_tries',
  {
    address: text('address').primaryKey(),
    tries: integer('tries').notNull(),
    since: instant('since').notNull(),
  },
  (table) => [index('password_tries_since').on(table.since)],
);

/** Mailed codes, also for addresses without an account: the same rows for both. */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: text('id').primaryKey(),
    address: text('address').notNull(),
    /** the signed-in user who requested it, for codes that need one; a new address has no account yet */
    ownerId: text('owner_id'),
    purpose: text('purpose', {
      enum: ['signIn', 'resetPassword', 'changeEmail', 'deleteAccount', 'orderAccess'],
    }).notNull(),
    /** keyed, and bound to purpose and address */
    codeHash: text('code_hash').notNull(),
    /** SHA-256 of the link's secret */
    linkHash: text('link_hash').notNull().unique(),
    /** number of wrong tries */
    tries: integer('tries').notNull().default(0),
    /** as in `owners`, of the client that requested it */
    network: text('network').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('email_codes_address').on(table.address, table.createdAt),
    index('email_codes_network').on(table.network, table.createdAt),
    index('email_codes_created').on(table.createdAt),
    index('email_codes_owner').on(table.ownerId),
  ],
);

/**
 * Uploads. A row is inserted when a photo has arrived: receiving → stored → used. Unused ones may become
 * `removing`: the file is deleted, then the row.
 */
export const uploads = pgTable(
  'uploads',
  {
    key: text('key').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owners.id),
    /** as in `owners`, of the client that requested the signature */
    network: text('network').notNull().default(''),
    /** size of the file */
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    state: text('state', { enum: ['receiving', 'stored', 'used', 'removing'] }).notNull(),
    taskId: text('task_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('uploads_state_created').on(table.state, table.createdAt),
    index('uploads_owner_state').on(table.ownerId, table.state),
    index('uploads_unused_network').on(table.network).where(sql`${table.state} <> 'used'`),
  ],
);

export type StoredImage = { key: string; width: number; height: number };

export type StoredResult = {
  result: StoredImage & { mime: string; bytes: number };
  before: StoredImage;
  after: StoredImage;
  thumbnail: StoredImage;
  faces: number | null;
};

/** Tasks: one run of one function, the authoritative record. `status` is the contract's dealStatus. */
export const tasks = pgTable(
  'tasks',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owners.id),
    /** as in `owners`, of the client that started it */
    network: text('network').notNull().default(''),
    idempotencyKey: text('idempotency_key').notNull(),
    code: text('code').notNull(),
    type: integer('type').notNull(),
    options: jsonb('options')
      .$type<Record<string, string | number | boolean>>()
      .notNull()
      .default({}),
    status: integer('status').notNull(),
    /** grows with every change; see `revisions.ts` */
    revision: bigint('revision', { mode: 'number' }).notNull(),
    /** decided by its expected duration; see `task-queue.store.ts` */
    lane: text('lane', { enum: lanes }).notNull().default('long'),
    /** its owner's turn within the subnet, in milliseconds of expected work */
    turn: bigint('turn', { mode: 'number' }).notNull().default(0),
    /** its subnet's slot in the lane, in milliseconds of expected work */
    slot: bigint('slot', { mode: 'number' }).notNull().default(0),
    reason: text('reason'),
    unit: integer('unit').notNull(),
    credits: integer('credits').notNull(),
    uploadKey: text('upload_key').notNull(),
    /** sanitised file name of the photo; deleted with the record */
    photoName: text('photo_name'),
    input: jsonb('input').$type<{ width: number; height: number; mime: string }>().notNull(),
    output: jsonb('output').$type<StoredResult>(),
    progress: jsonb('progress').$type<StoredProgress>(),
    /** instance id of the process that runs it, or null while it is not running */
    runner: text('runner'),
    /** grows with every claim; an old attempt can no longer write */
    attempt: integer('attempt').notNull().default(0),
    /** how often the process died while it ran this task */
    crashes: integer('crashes').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    deadlineAt: instant('deadline_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * time of deletion or expiry: the files are gone; the row stays for a while so that calls answer
     * record_gone
     */
    deletedAt: instant('deleted_at'),
    filesRemoved: boolean('files_removed').notNull().default(false),
  },
  (table) => [
    uniqueIndex('tasks_owner_idempotency').on(table.ownerId, table.idempotencyKey),
    index('tasks_owner_created').on(table.ownerId, table.createdAt, table.id),
    index('tasks_in_flight').on(table.ownerId).where(sql`${table.status} < 2`),
    index('tasks_slot')
      .on(table.lane, table.slot, table.createdAt, table.id)
      .where(sql`${table.status} = 0`),
    index('tasks_turn')
      .on(table.lane, table.network, table.turn, table.createdAt, table.id)
      .where(sql`${table.status} = 0`),
    index('tasks_running').on(table.runner).where(sql`${table.status} = 1`),
    index('tasks_deadline').on(table.deadlineAt).where(sql`${table.status} < 2`),
    index('tasks_left_files')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null and not ${table.filesRemoved}`),
    index('tasks_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    index('tasks_expires').on(table.expiresAt),
    check('tasks_status_range', sql`${table.status} between 0 and 5`),
  ],
);

export type StoredProgress = {
  stage: 'reading' | 'detecting' | 'running' | 'writing';
  fraction: number;
  remainingMs: { low: number; high: number } | null;
  /** absent until there is a picture */
  partial?: StoredPartial;
};

/** A picture of the finished rows; `share` is their part of the height, 0 to 1. */
export type StoredPartial = StoredImage & { share: number };

/** Fair-queueing state, in milliseconds of expected work per lane. */
export const queueTurns = pgTable(
  'queue_turns',
  {
    lane: text('lane', { enum: lanes }).notNull(),
    /**
     * `clock`: the last claimed slot; `network`: the end of a subnet's last slot; `order`: the last claimed
     * turn of a subnet; `owner`: the end of an owner's last turn
     */
    kind: text('kind', { enum: ['clock', 'network', 'order', 'owner'] }).notNull(),
    /** a subnet, or a subnet and an owner; empty for the clock */
    key: text('key').notNull(),
    turn: bigint('turn', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.lane, table.kind, table.key] })],
);

/** The data directory to which this database belongs: one row. */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    /** content of the file `instance` in the data directory */
    instanceId: text('instance_id').notNull(),
    claimedAt: instant('claimed_at').notNull(),
  },
  (table) => [check('installation_single', sql`${table.id} = 1`)],
);

/** Balances of owners. */
export const purses = pgTable(
  'purses',
  {
    id: text('id').primaryKey(),
    /** null after the account was closed: paid credit grants stay in the books without the person */
    ownerId: text('owner_id')
      .unique()
      .references(() => owners.id),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [index('purses_closed').on(table.closedAt).where(sql`${table.closedAt} is not null`)],
);

/** Credit grants; the remaining credits are the sum of their ledger entries. */
export const creditLots = pgTable(
  'credit_lots',
  {
    id: text('id').primaryKey(),
    purseId: text('purse_id')
      .notNull()
      .references(() => purses.id),
    source: text('source', { enum: lotSources }).notNull(),
    /** idempotency key, for example `order:<id>:purchase` */
    cause: text('cause').notNull().unique(),
    /** the order that paid for it; not a foreign key, because the row outlives the order */
    orderId: text('order_id'),
    /** null for never; returned credits extend it, see `grace.ts` */
    expiresAt: instant('expires_at'),
    /** the original expiry */
    promisedUntil: instant('promised_until'),
    /** when its expiry was written to the ledger */
    expiredAt: instant('expired_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('credit_lots_purse').on(table.purseId),
    index('credit_lots_order').on(table.orderId).where(sql`${table.orderId} is not null`),
    index('credit_lots_due')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null and ${table.expiredAt} is null`),
  ],
);

/**
 * The ledger, append-only. `reserve` has the negative amount that a task takes from one source, `release`
 * returns it, `commit` is a zero entry that ends a reservation. A source is a day's allowance (used =
 * −sum(amount) of the day) or a credit grant.
 */
export const creditLines = pgTable(
  'credit_lines',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    purseId: text('purse_id')
      .notNull()
      .references(() => purses.id),
    kind: text('kind', { enum: creditKinds }).notNull(),
    reason: text('reason', { enum: creditReasons }).notNull(),
    /** not a foreign key, because the row outlives the task */
    taskId: text('task_id'),
    lotId: text('lot_id').references(() => creditLots.id),
    /** idempotency key of an entry without a task */
    cause: text('cause'),
    amount: integer('amount').notNull(),
    /** the UTC day whose allowance it counts against, same as the reservation's, or null for a credit grant */
    day: date('day', { mode: 'string' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // One entry of a kind per source, and a reservation ends once: committed or released.
    uniqueIndex('credit_lines_task_kind')
      .on(table.taskId, table.kind)
      .where(sql`${table.lotId} is null`),
    uniqueIndex('credit_lines_task_end')
      .on(table.taskId)
      .where(sql`${table.lotId} is null and ${table.kind} in ('commit', 'release')`),
    uniqueIndex('credit_lines_lot_kind')
      .on(table.taskId, table.lotId, table.kind)
      .where(sql`${table.lotId} is not null`),
    uniqueIndex('credit_lines_lot_end')
      .on(table.taskId, table.lotId)
      .where(sql`${table.lotId} is not null and ${table.kind} in ('commit', 'release')`),
    uniqueIndex('credit_lines_cause')
      .on(table.cause, table.lotId)
      .where(sql`${table.cause} is not null`),
    index('credit_lines_purse_day').on(table.purseId, table.day),
    index('credit_lines_purse').on(table.purseId, table.id),
    index('credit_lines_task').on(table.taskId).where(sql`${table.taskId} is not null`),
    index('credit_lines_lot').on(table.lotId).where(sql`${table.lotId} is not null`),
    index('credit_lines_created').on(table.createdAt),
    check(
      'credit_lines_task',
      sql`${table.kind} not in ('reserve', 'commit', 'release') or ${table.taskId} is not null`,
    ),
    check('credit_lines_source', sql`(${table.day} is null) <> (${table.lotId} is null)`),
  ],
);

/** Keyed hashes of mailboxes that had an account: they are not welcomed twice. */
export const welcomedAddresses = pgTable(
  'welcomed_addresses',
  {
    addressHash: text('address_hash').primaryKey(),
    /** when an account with a welcome grant was last created with it or left it, or null if none was */
    leftAt: instant('left_at'),
    /** when an account was last created with it or left it */
    usedAt: instant('used_at'),
  },
  (table) => [
    index('welcomed_addresses_left').on(table.leftAt),
    index('welcomed_addresses_used').on(table.usedAt),
  ],
);

/** Open sessions of the operator's pages. The cookie is not stored, only its keyed hash. */
export const operatorSessions = pgTable('operator_sessions', {
  sessionHash: text('session_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});

/**
 * Mails, each written in the transaction that causes it. After a mail is sent or given up, its address and
 * values are erased.
 */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** idempotency key: one mail per cause */
    cause: text('cause').notNull().unique(),
    kind: text('kind').notNull(),
    locale: text('locale').notNull(),
    /** the recipient, or null after the mail was sent or given up */
    address: text('address'),
    /** SHA-256 of the address, see `address-hash.ts` */
    addressHash: text('address_hash').notNull(),
    /** values for its text, or null after the mail was sent or given up */
    values: jsonb('values'),
    state: text('state', { enum: mailStates }).notNull().default('waiting'),
    /** grows with every claim; an old attempt can no longer write */
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

/** Mails that a server without SMTP would have sent, for developers and tests; empty in production. */
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
    /** headers besides the standard ones */
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('outbox_created').on(table.createdAt)],
);

/** Hashes of addresses that have opted out of mail that is not transactional. */
export const unsubscribed = pgTable('unsubscribed', {
  addressHash: text('address_hash').primaryKey(),
  createdAt: instant('created_at').notNull(),
});
