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

/** What a task is expected to take decides in which lane it waits. */
export const lanes = ['short', 'long'] as const;

/** Why a line of the ledger was written; a task that ended adds how. */
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
  /** somebody signed up */
  'account.made',
  'order.paid',
  'order.refunded',
  'order.chargedBack',
  'subscription.renewed',
  /** deducted from the price of another plan */
  'subscription.changed',
  /** the other plan was not paid for */
  'subscription.unchanged',
  'operator.granted',
  'operator.adjusted',
  'lot.expired',
  'account.closed',
] as const;

/** Where credits that were given at once come from. */
export const lotSources = ['welcome', 'pack', 'pass', 'plan', 'operator'] as const;

export const creditKinds = [
  ...['grant', 'purchase', 'renewal', 'reserve', 'commit', 'release'],
  ...['expiry', 'refund', 'adjustment'],
] as const satisfies string[];

/** Where a mail of the outbox stands; `sent` and `failed` are final. */
export const mailStates = ['waiting', 'sending', 'sent', 'failed'] as const;

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Whoever tasks, uploads and purses belong to: a guest, or a user with an account. */
export const owners = pgTable(
  'owners',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['guest', 'user'] }).notNull(),
    /** the keyed hash of the client's network at its first call; empty when unknown */
    network: text('network').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    /** to the day: written at most once in 24 hours */
    lastSeenAt: instant('last_seen_at').notNull(),
    /** of a guest that signed in: the user who has its things; the row stays, so that nobody is that guest again */
    mergedInto: text('merged_into').references((): AnyPgColumn => owners.id),
    mergedAt: instant('merged_at'),
    /** the first UTC day with free credits; null if they are free from the start */
    freeFrom: date('free_from'),
    /** of a user who deleted the account: what is left goes as soon as its files are gone */
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('owners_network_created').on(table.network, table.createdAt),
    index('owners_last_seen').on(table.lastSeenAt),
    index('owners_closed').on(table.closedAt).where(sql`${table.closedAt} is not null`),
    index('owners_merged_into').on(table.mergedInto).where(sql`${table.mergedInto} is not null`),
  ],
);

/** How a visitor without an account is known. The cookie's value is never stored, only its SHA-256. */
export const guests = pgTable('guests', {
  ownerId: text('owner_id')
    .primaryKey()
    .references(() => owners.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
});

/** Somebody who has proven that a mailbox is theirs. */
export const users = pgTable('users', {
  ownerId: text('owner_id')
    .primaryKey()
    .references(() => owners.id, { onDelete: 'cascade' }),
  /** in the spelling of `readAddress`, so a mailbox has one account */
  email: text('email').notNull().unique(),
  /** in PHC format, with its parameters; null until a password is chosen */
  passwordHash: text('password_hash'),
  /** the language of mails that nobody's page is there for */
  locale: text('locale').$type<Locale>().notNull(),
  createdAt: instant('created_at').notNull(),
});

/** Where a user is signed in. The token is never stored, only its SHA-256. */
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
    /** browser and system, as they call themselves */
    device: text('device').notNull(),
    /** as in `owners`, of the client that signed in */
    network: text('network').notNull(),
  },
  (table) => [
    index('sessions_owner').on(table.ownerId),
    index('sessions_expires').on(table.expiresAt),
  ],
);

/** How a user is known at an identity provider. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider', { enum: ['firebase'] }).notNull(),
    /** the provider's name for the account, which never changes */
    subject: text('subject').notNull(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    /** the address that the two were linked by */
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('identities_owner').on(table.ownerId),
  ],
);

/** Copies of everything that a user has here. The file has the key `exports/<id>.zip`. */
export const accountExports = pgTable(
  'account_exports',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owners.id),
    state: text('state', { enum: ['queued', 'ready', 'removing'] }).notNull(),
    /** how often it was begun; one that fails again and again is given up */
    attempts: integer('attempts').notNull().default(0),
    /** SHA-256 of the secret in the mailed link; null until it is ready */
    linkHash: text('link_hash').unique(),
    createdAt: instant('created_at').notNull(),
    /** when file and row go */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('account_exports_owner').on(table.ownerId, table.createdAt),
    index('account_exports_expires').on(table.expiresAt),
  ],
);

/** How often passwords were tried for an address lately, whether it has an account or not. */
export const passwordTries = pgTable(
  'password_tries',
  {
    address: text('address').primaryKey(),
    tries: integer('tries').notNull(),
    since: instant('since').notNull(),
  },
  (table) => [index('password_tries_since').on(table.since)],
);

/** Codes that were mailed, also to addresses without an account: the same rows for both. */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: text('id').primaryKey(),
    address: text('address').notNull(),
    /** who asked, where only a user can: a new address is nobody's yet */
    ownerId: text('owner_id'),
    purpose: text('purpose', {
      enum: ['signIn', 'resetPassword', 'changeEmail', 'deleteAccount', 'orderAccess'],
    }).notNull(),
    /** keyed, and bound to purpose and address */
    codeHash: text('code_hash').notNull(),
    /** SHA-256 of the link's secret */
    linkHash: text('link_hash').notNull().unique(),
    /** how often a wrong code was tried */
    tries: integer('tries').notNull().default(0),
    /** as in `owners`, of the client that asked for it */
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
 * A row is made when a photo has arrived: receiving → stored → used. Whatever is not used may become
 * removing: its file goes, then its row.
 */
export const uploads = pgTable(
  'uploads',
  {
    key: text('key').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owners.id),
    /** as in `owners`, of the client that asked for the signature */
    network: text('network').notNull().default(''),
    /** what it takes up */
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

/** One run of one function, the authoritative record. `status` is the contract's dealStatus. */
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
    /** grows with every change; see `tasks.store.ts` */
    revision: bigint('revision', { mode: 'number' }).notNull(),
    /** what it is expected to take decides in which lane it waits; see `task-queue.store.ts` */
    lane: text('lane', { enum: lanes }).notNull().default('long'),
    /** its place among the tasks of its network */
    turn: bigint('turn', { mode: 'number' }).notNull().default(0),
    /** a place in the lane that belongs to its network */
    slot: bigint('slot', { mode: 'number' }).notNull().default(0),
    reason: text('reason'),
    unit: integer('unit').notNull(),
    credits: integer('credits').notNull(),
    uploadKey: text('upload_key').notNull(),
    /** the file name of the photo, made harmless; deleted with the record */
    photoName: text('photo_name'),
    input: jsonb('input').$type<{ width: number; height: number; mime: string }>().notNull(),
    output: jsonb('output').$type<StoredResult>(),
    progress: jsonb('progress').$type<StoredProgress>(),
    /** the data directory whose process runs it; null while it is not running */
    runner: text('runner'),
    /** grows with every claim; an old attempt can no longer write */
    attempt: integer('attempt').notNull().default(0),
    /** how often the process died while it ran this */
    crashes: integer('crashes').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    deadlineAt: instant('deadline_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** deleted or expired: the files are gone, the row stays for a while so that calls answer record_gone */
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
  /** absent until there is one */
  partial?: StoredPartial;
};

/** A picture of the finished rows; `share`: of the height, 0 to 1. */
export type StoredPartial = StoredImage & { share: number };

/** How far the fair shares of the queue have come, in milliseconds of expected work per lane. */
export const queueTurns = pgTable(
  'queue_turns',
  {
    lane: text('lane', { enum: lanes }).notNull(),
    /**
     * `clock`: the slot that was claimed last; `network`: the end of the last slot of a network;
     * `order`: the turn that was claimed last in a network; `owner`: the end of an owner's last turn
     */
    kind: text('kind', { enum: ['clock', 'network', 'order', 'owner'] }).notNull(),
    /** a network, or a network and an owner of it; empty for the clock */
    key: text('key').notNull(),
    turn: bigint('turn', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.lane, table.kind, table.key] })],
);

/** Which data directory this database belongs to: one row. */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    /** the name in the file `instance` of the data directory */
    instanceId: text('instance_id').notNull(),
    claimedAt: instant('claimed_at').notNull(),
  },
  (table) => [check('installation_single', sql`${table.id} = 1`)],
);

/** What an owner pays from. */
export const purses = pgTable(
  'purses',
  {
    id: text('id').primaryKey(),
    /** null once its account is closed: what was paid for stays in the books, without the person */
    ownerId: text('owner_id')
      .unique()
      .references(() => owners.id),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [index('purses_closed').on(table.closedAt).where(sql`${table.closedAt} is not null`)],
);

/** Credits that were given at once; how many are left is the sum of their lines. */
export const creditLots = pgTable(
  'credit_lots',
  {
    id: text('id').primaryKey(),
    purseId: text('purse_id')
      .notNull()
      .references(() => purses.id),
    source: text('source', { enum: lotSources }).notNull(),
    /** such as `order:<id>:purchase`: one cause gives once */
    cause: text('cause').notNull().unique(),
    /** the order that paid for it; the row outlives its order, so this is no reference */
    orderId: text('order_id'),
    /** null: never. What comes back late moves it, see `grace.ts` */
    expiresAt: instant('expires_at'),
    /** as it was given */
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
 * The ledger of purses, append-only. `reserve` carries minus what a task takes from one source,
 * `release` gives it back, `commit` is the zero line that ends a reservation. A source is the allowance
 * of a day (used = −sum(amount) of the day) or a lot.
 */
export const creditLines = pgTable(
  'credit_lines',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    purseId: text('purse_id')
      .notNull()
      .references(() => purses.id),
    kind: text('kind', { enum: creditKinds }).notNull(),
    /** what brought the line about */
    reason: text('reason', { enum: creditReasons }).notNull(),
    /** the row outlives its task, so this is no reference */
    taskId: text('task_id'),
    lotId: text('lot_id').references(() => creditLots.id),
    /** of a line that must not be written twice and has no task */
    cause: text('cause'),
    amount: integer('amount').notNull(),
    /** the UTC day whose allowance it counts against, that of the reservation; null: a lot's */
    day: date('day', { mode: 'string' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // One line of a kind for each source, and a reservation ends once: committed or released.
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

/** Mailboxes, as keyed hashes, that had an account: they are not welcomed twice. */
export const welcomedAddresses = pgTable(
  'welcomed_addresses',
  {
    addressHash: text('address_hash').primaryKey(),
    /** when an account with a welcome grant was made with it or left it; null if none was */
    leftAt: instant('left_at'),
    /** when an account was last made with it or left it */
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
 * Mails to be sent, each written in the transaction that causes it. Once it is sent or given up, the
 * row says nothing of whom and what it was about: codes and addresses are erased.
 */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** two mails of one cause are one mail */
    cause: text('cause').notNull().unique(),
    kind: text('kind').notNull(),
    locale: text('locale').notNull(),
    /** the recipient's address; null once the mail is sent or given up */
    address: text('address'),
    /** the SHA-256 of the address, see `address-hash.ts` */
    addressHash: text('address_hash').notNull(),
    /** what the mail tells besides its words; null once it is sent or given up */
    values: jsonb('values'),
    state: text('state', { enum: mailStates }).notNull().default('waiting'),
    /** grows with every claim; an old attempt can no longer write */
    attempts: integer('attempts').notNull().default(0),
    /** not before this */
    nextTryAt: instant('next_try_at').notNull(),
    /** from then on it would only confuse */
    uselessAt: instant('useless_at').notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    /** why the last attempt failed, as one word */
    lastError: text('last_error'),
    /** what the mail server called it, to find it in that server's log */
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
    /** files of plain text */
    attachments: jsonb('attachments')
      .$type<{ name: string; text: string }[]>()
      .notNull()
      .default([]),
    /** besides those that every mail has */
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('outbox_created').on(table.createdAt)],
);

/** Addresses, as hashes, that want no mail but what their account needs. */
export const unsubscribed = pgTable('unsubscribed', {
  addressHash: text('address_hash').primaryKey(),
  createdAt: instant('created_at').notNull(),
});
