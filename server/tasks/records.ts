import { dealStatus } from '../../contract/deal-status.ts';
import { recordParams } from '../../contract/records.ts';
import type { Principal } from '../owners/principal.ts';
import type { Database } from '../platform/database/database.ts';
import { revisionAt } from '../platform/database/revisions.ts';
import { AppError } from '../platform/errors.ts';
import type { LiveProgress } from './live-progress.ts';
import type { QueueBoard } from './queue-board.ts';
import type { RecordSignals } from './record-signals.ts';
import { taskOf } from './task-access.ts';
import type { StoredPartial, StoredProgress } from './tasks.schema.ts';
import { findWithResult, listTasks, listTools, type PageStart, type Task } from './tasks.store.ts';

/** A task as it is now: its row, and values that are only in memory. */
export type RecordView = {
  task: Task;
  /** the record whose result is the photo of the task */
  madeFrom: Task | null;
  revision: number;
  progress: StoredProgress | null;
  /** latest partial result of a running task */
  partial: StoredPartial | null;
  queuePosition: number | null;
};

export type Records = {
  view(task: Task): Promise<RecordView>;
  /**
   * Returns one page of an owner's records.
   * @throws AppError invalid_request for an invalid cursor
   */
  list(
    principal: Principal,
    query: {
      cursor: string | undefined;
      limit: number;
      inFlightOnly: boolean;
      tool: string | undefined;
    },
  ): Promise<{
    views: RecordView[];
    nextCursor: string | null;
    /** only on the first page */
    tools: string[] | undefined;
  }>;
  /**
   * Returns the record as soon as it has news since this revision. After the time limit or an abort,
   * returns the record without news.
   * @throws AppError record_not_found, record_gone
   */
  detail(
    principal: Principal,
    id: string,
    wait: { since: number | undefined; waitMs: number; signal: AbortSignal },
  ): Promise<RecordView>;
};

/** the first millisecond of the year 10000 */
const lastInstant = Date.UTC(10_000, 0);

const toCursor = (task: Task) =>
  Buffer.from(`${task.createdAt.getTime()} ${task.id}`).toString('base64url');

function fromCursor(cursor: string): PageStart {
  const [time, id] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const createdAt = new Date(/^\d{1,16}$/.test(time ?? '') ? Number(time) : Number.NaN);
  const params = recordParams.safeParse({ id });
  // The range of Postgres timestamps ends before that of JavaScript dates.
  if (!params.success || !(createdAt.getTime() < lastInstant)) {
    throw new AppError('invalid_request', 'invalid cursor');
  }
  return { createdAt, id: params.data.id };
}

/**
 * Returns true if a caller who knows the record at revision `since` gets an answer at once. A running
 * record with an earlier revision is ignored, because another process has reported later progress.
 */
export function isNews(
  record: { revision: number; dealStatus: number },
  since: number | undefined,
): boolean {
  if (since === undefined || record.revision > since) return true;
  return record.revision < since && record.dealStatus >= dealStatus.succeeded;
}

export function createRecords(deps: {
  db: Database;
  signals: RecordSignals;
  live: LiveProgress;
  board: QueueBoard;
  /** longest time between two reads of a record that a request waits for */
  pollMs: number;
}): Records {
  const { db, signals, live, board, pollMs } = deps;

  /** Returns views of tasks of one owner. */
  async function viewsOf(found: readonly Task[]): Promise<RecordView[]> {
    const ids = new Set(found.flatMap(({ madeFrom }) => madeFrom ?? []));
    const ownerId = found[0]?.ownerId ?? '';
    const sources = await findWithResult(db, { ownerId, ids: [...ids] });
    const byId = new Map(sources.map((source) => [source.id, source]));
    const views: RecordView[] = [];
    for (const task of found) views.push(await viewOf(task, byId.get(task.madeFrom ?? '') ?? null));
    return views;
  }

  async function view(task: Task): Promise<RecordView> {
    const [source = null] = await findWithResult(db, {
      ownerId: task.ownerId,
      ids: task.madeFrom === null ? [] : [task.madeFrom],
    });
    return await viewOf(task, source);
  }

  async function viewOf(task: Task, madeFrom: Task | null): Promise<RecordView> {
    const isRunning = task.status === dealStatus.running;
    const isQueued = task.status === dealStatus.queued;
    const newest = live.of(task);
    const position = isQueued ? await board.positionOf(task) : null;
    const revision = position === null ? task.revision : revisionAt(task.revision, position);
    const progress = newest?.progress ?? task.progress;
    return {
      task,
      madeFrom,
      revision: Math.max(revision, newest?.revision ?? 0),
      progress: isRunning ? progress : null,
      partial: ((isRunning || isQueued) && progress?.partial) || null,
      queuePosition: position,
    };
  }

  return {
    view,
    async list({ owner }, { cursor, limit, inFlightOnly, tool }) {
      const start = cursor === undefined ? null : fromCursor(cursor);
      if (!owner) return { views: [], nextCursor: null, tools: start ? undefined : [] };
      const query = { ownerId: owner.id, start, inFlightOnly, tool, limit: limit + 1 };
      const [found, tools] = await Promise.all([
        listTasks(db, query),
        start || inFlightOnly ? undefined : listTools(db, owner.id),
      ]);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return { views: await viewsOf(page), nextCursor: last ? toCursor(last) : null, tools };
    },
    async detail(principal, id, { since, waitMs, signal }) {
      const deadline = performance.now() + waitMs;
      for (;;) {
        // The wait begins before the row is read. Otherwise a change between the two steps would be
        // missed.
        const stop = new AbortController();
        const ms = Math.min(deadline - performance.now(), pollMs);
        const changed = signals.wait(id, { ms, signal: AbortSignal.any([signal, stop.signal]) });
        try {
          const current = await view(await taskOf(db, principal, id));
          const { task, revision } = current;
          if (isNews({ revision, dealStatus: task.status }, since)) return current;
          const isOver = !(await changed) && (signal.aborted || performance.now() >= deadline);
          if (isOver) return current;
        } finally {
          stop.abort();
        }
      }
    },
  };
}
