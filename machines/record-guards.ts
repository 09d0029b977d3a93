import type { DialogAnswered } from './model/dialog.ts';
import {
  isCoreRejected,
  isMissingRecord,
  isUnderWay,
  phaseOf,
  type RecordPhase,
  type TaskRecord,
} from './model/task-record.ts';
import type { PortFailure } from './ports/port-failure.ts';

/* What the charts of a task and of its record ask alike. */

type Failed = { failure: PortFailure };
type Holds = { context: { record: TaskRecord | null } };

/** Of what just came. */
export const newsGuards = {
  isUnderWay: (_: unknown, { record }: { record: TaskRecord }) => isUnderWay(record),
  isMissing: (_: unknown, { failure }: Failed) => isMissingRecord(failure.code),
  isEnded: (_: unknown, { failure }: Failed) => failure.code === 'record_ended',
  isConfirmed: (_: unknown, { answer }: { answer: DialogAnswered['answer'] }) =>
    answer === 'confirmed',
};

/** Of the record that the chart holds. */
export const phaseGuards = {
  isPhase: ({ context: { record } }: Holds, { phase }: { phase: RecordPhase }) =>
    record !== null && phaseOf(record) === phase,
  isCoreRejected: ({ context: { record } }: Holds) => record !== null && isCoreRejected(record),
};

/** A refusal by the core raises the flag (R35); both are the same state. */
export const sortRejected = [
  {
    guard: 'isCoreRejected',
    target: 'rejected',
    actions: 'tellCoreRejected',
    meta: { req: 'R35' },
  },
  {
    guard: { type: 'isPhase', params: { phase: 'rejected' } },
    target: 'rejected',
    meta: { req: 'R44' },
  },
] as const;
