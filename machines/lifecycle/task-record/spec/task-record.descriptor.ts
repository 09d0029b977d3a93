import { describeChart } from '../../../testing/chart-descriptor.ts';
import { taskRecordMachine } from '../task-record.machine.ts';

export const taskRecordDescriptor = describeChart<typeof taskRecordMachine>({
  machine: taskRecordMachine,
  inputs: { 'an upscaling': { type: 11 }, 'a face function': { type: 49 } },
  charts: {
    'task.claimed': {},
    'task.handedBack': {},
    'task.succeeded': {},
    'task.rejected': {},
    'task.failed': {},
    'task.expired': {},
    'task.cancelled': {},
  },
  reads: ({ type }) => type,
  laws: {
    'only a task that was worked on is charged': {
      holds: ({ before, now }) => !now.matches('succeeded') || before.matches('running'),
      brokenBy: 'taskRecord.queued on task.claimed: to #taskRecord.succeeded instead of running',
    },
    'only a function that looks for faces refuses a photo': {
      holds: ({ now }) => !now.matches('rejected') || [49, 50].includes(now.context.type),
      brokenBy: 'taskRecord.running on task.rejected: without the guard isRefusable',
    },
    'cancelled or out of time, a task is over and costs nothing': {
      holds: ({ now, event }) =>
        (event?.type !== 'task.cancelled' && event?.type !== 'task.expired') ||
        (now.status === 'done' && !now.matches('succeeded')),
      brokenBy: 'taskRecord.running on task.cancelled: to #taskRecord.queued instead of cancelled',
    },
  },
});
