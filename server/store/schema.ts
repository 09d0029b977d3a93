import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** A visitor without an account. The cookie's value is never stored, only its SHA-256. */
export const guests = pgTable('guests', {
  id: text('id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: instant('created_at').notNull(),
});

/** signed → receiving → stored → used; a broken-off upload goes back to signed. */
export const uploads = pgTable(
  'uploads',
  {
    key: text('key').primaryKey(),
    guestId: text('guest_id')
      .notNull()
      .references(() => guests.id),
    state: text('state', { enum: ['signed', 'receiving', 'stored', 'used'] }).notNull(),
    taskId: text('task_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('uploads_state_created').on(table.state, table.createdAt)],
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
    guestId: text('guest_id')
      .notNull()
      .references(() => guests.id),
    idempotencyKey: text('idempotency_key').notNull(),
    code: text('code').notNull(),
    type: integer('type').notNull(),
    options: jsonb('options')
      .$type<Record<string, string | number | boolean>>()
      .notNull()
      .default({}),
    status: integer('status').notNull(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    reason: text('reason'),
    unit: integer('unit').notNull(),
    credits: integer('credits').notNull(),
    uploadKey: text('upload_key').notNull(),
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
    uniqueIndex('tasks_guest_idempotency').on(table.guestId, table.idempotencyKey),
    index('tasks_guest_created').on(table.guestId, table.createdAt, table.id),
    index('tasks_status_created').on(table.status, table.createdAt),
    index('tasks_expires').on(table.expiresAt),
    check('tasks_status_range', sql`${table.status} between 0 and 5`),
  ],
);

export type StoredProgress = {
  stage: 'reading' | 'detecting' | 'running' | 'writing';
  fraction: number;
  remainingMs: { low: number; high: number } | null;
};

/**
 * What guests used, append-only. `reserve` carries minus the price, `release` gives it back,
 * `commit` is the zero line that ends a reservation: used = −sum(amount) of a day.
 */
export const creditLines = pgTable(
  'credit_lines',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    guestId: text('guest_id')
      .notNull()
      .references(() => guests.id),
    taskId: text('task_id').notNull(),
    kind: text('kind', { enum: ['reserve', 'commit', 'release'] }).notNull(),
    amount: integer('amount').notNull(),
    /** the UTC day whose allowance it counts against: that of the reservation */
    day: date('day', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('credit_lines_task_kind').on(table.taskId, table.kind),
    // A reservation ends once: committed or released, never both.
    uniqueIndex('credit_lines_task_end').on(table.taskId).where(sql`${table.kind} <> 'reserve'`),
    index('credit_lines_guest_day').on(table.guestId, table.day),
  ],
);
