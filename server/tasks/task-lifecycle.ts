import { eq } from 'drizzle-orm';
import { type DealStatus, dealStatus } from '../../contract/deal-status.ts';
import {
  type TaskRecordEvent,
  taskRecordMachine,
} from '../../machines/lifecycle/task-record/task-record.machine.ts';
import type { CreditReason } from '../credits/credit-lines.store.ts';
import { endReservation } from '../credits/reservations.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import {
  applyMove,
  type Lifecycle,
  type Moved,
  moveWithin,
} from '../platform/lifecycle/lifecycle.ts';
import { reached } from '../platform/write-points.ts';
import { waitUntil } from './task-deadlines.ts';
import { tasks } from './tasks.schema.ts';
import type { Task, TaskChange } from './tasks.store.ts';

const isEnd = (status: DealStatus) => status >= dealStatus.succeeded;
const statusOf = (state: string) => dealStatus[state as keyof typeof dealStatus];

type TaskMoved = Moved<typeof taskRecordMachine, typeof tasks>;

function reasonOf({ event, from }: TaskMoved): CreditReason {
  if (event.type === 'task.cancelled' && from === 'running') return 'task.abandoned';
  return event.type as CreditReason;
}

/** Stores tasks. The end of a task also ends its reservation. */
export const taskLifecycle: Lifecycle<typeof taskRecordMachine, typeof tasks> = {
  machine: taskRecordMachine,
  table: tasks,
  stored: dealStatus,
  change(to, now) {
    if (isEnd(statusOf(to))) return { finishedAt: now, runner: null, progress: null };
    return to === 'queued' ? { deadlineAt: waitUntil(now) } : {};
  },
  async owed(tx, moved) {
    if (!isEnd(statusOf(moved.to))) return;
    const kind = moved.to === 'succeeded' ? 'commit' : 'release';
    const { row, now } = moved;
    reached('move.status-written');
    await endReservation(tx, { taskId: row.id, kind, reason: reasonOf(moved), now });
    reached('move.ledger-written');
  },
  channel: 'lightwell:task',
};

type TaskMove = {
  id: string;
  type: number;
  event: TaskRecordEvent;
  /** if set, the task moves only if it still belongs to this attempt */
  attempt?: number;
  now: Date;
  set?: TaskChange;
};

const moveOf = ({ id, type, event, attempt, now, set }: TaskMove) => ({
  id,
  event,
  now,
  set,
  context: { type },
  where: attempt === undefined ? undefined : eq(tasks.attempt, attempt),
});

/** Moves a task in its own transaction. Returns undefined if the event is no longer allowed. */
export const applyEvent = (db: Database, move: TaskMove): Promise<Task | undefined> =>
  applyMove(db, taskLifecycle, moveOf(move));

/** Moves a task within a transaction. Call `publishMove` after the commit. */
export const applyEventWithin = (tx: Tx, move: TaskMove): Promise<TaskMoved | undefined> =>
  moveWithin(tx, taskLifecycle, moveOf(move));
