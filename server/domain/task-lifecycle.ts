import { channel } from 'node:diagnostics_channel';
import { type DealStatus, dealStatus } from '../../contract/deal-status.ts';
import type { TaskRecordEvent } from '../../machines/lifecycle/task-record/task-record.machine.ts';
import { nextPhase } from '../../machines/lifecycle/task-record/task-record.selectors.ts';
import type { RecordPhase } from '../../machines/model/task-record.ts';
import { endReservation } from '../store/credit-lines.store.ts';
import type { Database } from '../store/database.ts';
import { moveTask, type Task, type TaskChange } from '../store/tasks.store.ts';

const phases = Object.keys(dealStatus) as RecordPhase[];

/** The states in which an event is allowed, and the next state: input of the conditional update. */
function moveOf(type: number, event: TaskRecordEvent): { from: DealStatus[]; to: DealStatus } {
  const from: DealStatus[] = [];
  let to: RecordPhase | null = null;
  for (const phase of phases) {
    const next = nextPhase({ phase, type }, event);
    if (!next) continue;
    from.push(dealStatus[phase]);
    to = next;
  }
  if (!to) throw new Error(`${event.type} is never allowed for type ${type}`);
  return { from, to: dealStatus[to] };
}

/** Publishes each move to subscribers in this process: `{from, event, to}`, phases and a type. */
const moves = channel('lightwell:task');

const phaseOf = (status: number) => phases.find((phase) => dealStatus[phase] === status);

const isEnd = (status: DealStatus) => status >= dealStatus.succeeded;

/**
 * The only way a task changes its status: the chart says where the event may happen, one
 * conditional update performs it, and the reservation ends in the same transaction. Undefined when
 * the event is not, or no longer, allowed in the task's status.
 * @param move.attempt only when this attempt still has the task
 */
export async function applyEvent(
  db: Database,
  move: {
    id: string;
    type: number;
    event: TaskRecordEvent;
    attempt?: number;
    now: Date;
    set?: TaskChange;
  },
): Promise<Task | undefined> {
  const { from, to } = moveOf(move.type, move.event);
  const { id, now, attempt } = move;
  const set: TaskChange = isEnd(to)
    ? { finishedAt: now, runner: null, progress: null, ...move.set }
    : { ...move.set };
  const moved = await db.transaction(async (tx) => {
    const done = await moveTask(tx, {
      id,
      from,
      to,
      now,
      set,
      ...(attempt === undefined ? {} : { attempt }),
    });
    if (done && isEnd(to)) {
      const kind = to === dealStatus.succeeded ? 'commit' : 'release';
      await endReservation(tx, { taskId: done.task.id, kind, now });
    }
    return done;
  });
  if (moved && moves.hasSubscribers) {
    moves.publish({ from: phaseOf(moved.from), event: move.event.type, to: phaseOf(to) });
  }
  return moved?.task;
}
