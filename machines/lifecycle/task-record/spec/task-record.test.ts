import { expect, test } from 'vitest';
import { nextState } from '../../next-state.ts';
import { type TaskRecordEvent, taskRecordMachine } from '../task-record.machine.ts';

const phases = ['queued', 'running', 'succeeded', 'rejected', 'failed', 'cancelled'] as const;
const events: TaskRecordEvent['type'][] = [
  'task.claimed',
  'task.handedBack',
  'task.succeeded',
  'task.rejected',
  'task.failed',
  'task.expired',
  'task.cancelled',
];

const movesOf = (type: number) =>
  phases.flatMap((phase) =>
    events.flatMap((event) => {
      const next = nextState(
        taskRecordMachine,
        { value: phase, context: { type } },
        { type: event },
      );
      return next ? [`${phase} ${event} ${next}`] : [];
    }),
  );

test('allows these transitions and no others (R35, R70, R71)', () => {
  expect(movesOf(49)).toEqual([
    'queued task.claimed running',
    'queued task.expired failed',
    'queued task.cancelled cancelled',
    'running task.handedBack queued',
    'running task.succeeded succeeded',
    'running task.rejected rejected',
    'running task.failed failed',
    'running task.expired failed',
    'running task.cancelled cancelled',
  ]);
});

test('allows the core to reject only types 49 and 50 (R35)', () => {
  const refusable = [11, 21, 49, 50, 100].filter((type) =>
    movesOf(type).includes('running task.rejected rejected'),
  );
  expect(refusable).toEqual([49, 50]);
});
