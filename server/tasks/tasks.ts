import type { Principal } from '../owners/principal.ts';
import { AppError } from '../platform/errors.ts';
import { reached } from '../platform/write-points.ts';
import { missStart } from './missed-starts.store.ts';
import type { RecordFiles } from './record-files.ts';
import type { RecordSignals } from './record-signals.ts';
import { createStartsUnderWay } from './starts-under-way.ts';
import { afterMerge, refuseDeleted, taskOf } from './task-access.ts';
import { applyEvent } from './task-lifecycle.ts';
import type { TaskRunner } from './task-runner.ts';
import { createStart, type StartDeps, type StartRequest } from './task-start.ts';
import { findTaskByIdempotencyKey, markDeleted, type Task } from './tasks.store.ts';

export type Tasks = {
  /**
   * Creates a task and reserves its price. A repeated call with the same key returns the same task.
   * @throws AppError
   */
  start(principal: Principal, request: StartRequest): Promise<Task>;
  /**
   * Returns the task that a start request with this key created. If such a request is being
   * processed here, the call waits for its end. If another process processes it, it either has
   * created its task before this call, or creates none.
   * @throws AppError record_not_found, record_gone
   */
  find(principal: Principal, idempotencyKey: string): Promise<Task>;
  /**
   * Cancels a task.
   * @throws AppError record_not_found, record_gone, record_ended
   */
  cancel(principal: Principal, id: string): Promise<Task>;
  /**
   * Cancels the task, then deletes record and files.
   * @throws AppError record_not_found, record_gone
   */
  remove(principal: Principal, id: string): Promise<void>;
};

export type TasksDeps = StartDeps & {
  runner: Pick<TaskRunner, 'abort'>;
  files: RecordFiles;
  signals: RecordSignals;
};

export function createTasks(deps: TasksDeps): Tasks {
  const { db, runner, files, signals, board, now } = deps;
  const start = createStart(deps);
  const underWay = createStartsUnderWay();

  async function end(task: Task): Promise<Task | undefined> {
    const ended = await applyEvent(db, {
      id: task.id,
      type: task.type,
      event: { type: 'task.cancelled' },
      now: now(),
    });
    if (ended) {
      runner.abort(task.id);
      signals.changed(task.id);
      board.moved();
    }
    return ended;
  }

  return {
    start: (principal, request) =>
      underWay.track(principal.owner, request.idempotencyKey, start(principal, request)),
    async find(principal, idempotencyKey) {
      await underWay.settled(principal.owner, idempotencyKey);
      const { owner } = (await afterMerge(db, principal)) ?? principal;
      const task =
        owner &&
        ((await findTaskByIdempotencyKey(db, owner.id, idempotencyKey)) ??
          (await missStart(db, { ownerId: owner.id, idempotencyKey, now: now() })));
      if (!task)
        throw new AppError('record_not_found', 'there is no record of a start with this key');
      return refuseDeleted(task);
    },
    async cancel(principal, id) {
      const task = await taskOf(db, principal, id);
      const cancelled = await end(task);
      if (!cancelled) throw new AppError('record_ended', 'the task has ended already');
      return cancelled;
    },
    async remove(principal, id) {
      const task = await taskOf(db, principal, id);
      await end(task);
      const deleted = await markDeleted(db, id, now());
      if (!deleted) throw new AppError('record_gone', 'the record was deleted');
      reached('record.deleted');
      signals.changed(id);
      await files.remove(deleted);
    },
  };
}
