import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { owners } from '../owners/owners.schema.ts';
import { instant } from '../platform/database/columns.ts';

/** The lane of a task depends on its expected duration, or on a provider that runs it. */
export const lanes = ['short', 'long', 'hosted'] as const;

export type StoredImage = { key: string; width: number; height: number };

export type StoredResult = {
  result: StoredImage & { mime: string; bytes: number };
  before: StoredImage;
  after: StoredImage;
  thumbnail: StoredImage;
  faces: number | null;
};

/** Tasks. Each row is one run of one function. `status` is the contract's dealStatus. */
export const tasks = pgTable(
  'tasks',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owners.id),
    /** subnet of the client that started the task, as in `owners` */
    subnet: text('subnet').notNull().default(''),
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
    /** depends on the task's expected duration; see `task-queue.store.ts` */
    lane: text('lane', { enum: lanes }).notNull().default('long'),
    /** the owner's turn within the subnet, in milliseconds of expected work */
    turn: bigint('turn', { mode: 'number' }).notNull().default(0),
    /** the subnet's slot in the lane, in milliseconds of expected work */
    slot: bigint('slot', { mode: 'number' }).notNull().default(0),
    reason: text('reason'),
    unit: integer('unit').notNull(),
    credits: integer('credits').notNull(),
    uploadKey: text('upload_key').notNull(),
    /** sanitised file name of the photo; deleted with the record */
    photoName: text('photo_name'),
    /** id of the owner's record whose result is the photo; that row may be deleted */
    madeFrom: text('made_from'),
    input: jsonb('input').$type<{ width: number; height: number; mime: string }>().notNull(),
    output: jsonb('output').$type<StoredResult>(),
    progress: jsonb('progress').$type<StoredProgress>(),
    /** instance id of the process that runs the task, or null while it is not running */
    runner: text('runner'),
    /** grows with every claim, so that an outdated attempt can no longer write */
    attempt: integer('attempt').notNull().default(0),
    /** number of attempts whose process died, or that could not read the work of earlier ones */
    crashes: integer('crashes').notNull().default(0),
    /** span of the request that started the task; null unless traces are sent */
    traceparent: text('traceparent'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    deadlineAt: instant('deadline_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * time of deletion or expiry, when the files are removed; the row is kept for a while, so that
     * calls answer record_gone
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
      .on(table.lane, table.subnet, table.turn, table.createdAt, table.id)
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
  /** absent until there is a partial picture */
  partial?: StoredPartial;
};

/**
 * A picture of the finished rows. `share` is the height of these rows relative to the whole height,
 * 0 to 1.
 */
export type StoredPartial = StoredImage & { share: number };

/** State of fair queueing, in milliseconds of expected work per lane. */
export const queueTurns = pgTable(
  'queue_turns',
  {
    lane: text('lane', { enum: lanes }).notNull(),
    /**
     * `clock`: the last claimed slot; `subnet`: the end of a subnet's last slot; `order`: the last
     * claimed turn of a subnet; `owner`: the end of an owner's last turn
     */
    kind: text('kind', { enum: ['clock', 'subnet', 'order', 'owner'] }).notNull(),
    /** a subnet, or a subnet and an owner; empty for the clock */
    key: text('key').notNull(),
    turn: bigint('turn', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.lane, table.kind, table.key] })],
);

/**
 * Start requests that were looked up before they had created a task, and were then reported as
 * missing. A request of this table creates no task any more.
 */
export const missedStarts = pgTable(
  'missed_starts',
  {
    ownerId: text('owner_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.idempotencyKey] }),
    index('missed_starts_at').on(table.at),
  ],
);
