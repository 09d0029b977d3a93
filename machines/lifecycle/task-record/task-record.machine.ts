import { setup } from 'xstate';
import type { StateMeta } from '../../model/chart-meta.ts';

export type TaskRecordEvent =
  /** a worker has taken the task from the queue */
  | { type: 'task.claimed' }
  /**
   * the worker stopped or crashed; another worker will run the task again, without a second charge
   */
  | { type: 'task.handedBack' }
  | { type: 'task.succeeded' }
  /** the core found nothing to process, for example no usable face */
  | { type: 'task.rejected' }
  | { type: 'task.failed' }
  | { type: 'task.expired' }
  | { type: 'task.cancelled' };

/**
 * The lifecycle of a task. The server checks this chart before every change of a task's row (pure
 * `transition()`). Only tasks in `succeeded` are charged.
 */
export const taskRecordMachine = setup({
  types: {
    context: {} as { type: number },
    input: {} as { type: number },
    events: {} as TaskRecordEvent,
    meta: {} as StateMeta,
  },
  guards: {
    isRefusable: ({ context }) => context.type === 49 || context.type === 50,
  },
}).createMachine({
  id: 'taskRecord',
  context: ({ input }) => ({ type: input.type }),
  initial: 'queued',
  states: {
    queued: {
      meta: { view: 'waits in the queue' },
      on: {
        'task.claimed': { target: 'running' },
        'task.cancelled': { target: 'cancelled' },
        'task.expired': { target: 'failed' },
      },
    },
    running: {
      meta: { view: 'is running' },
      on: {
        'task.handedBack': { target: 'queued' },
        'task.succeeded': { target: 'succeeded' },
        'task.rejected': { guard: 'isRefusable', target: 'rejected' },
        'task.failed': { target: 'failed' },
        'task.expired': { target: 'failed' },
        'task.cancelled': { target: 'cancelled' },
      },
    },
    succeeded: { type: 'final', meta: { view: 'has a result to view and download' } },
    rejected: { type: 'final', meta: { view: 'was rejected by the core; nothing was charged' } },
    failed: { type: 'final', meta: { view: 'failed; nothing was charged' } },
    cancelled: { type: 'final', meta: { view: 'was cancelled; nothing was charged' } },
  },
});
