import { describeChart } from '../../testing/chart-descriptor.ts';
import { taskRecordMachine } from './task-record.machine.ts';

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
});
