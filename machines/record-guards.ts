import type { DialogAnswered } from './dialogs/dialogs.types.ts';
import { isMissingRecord, isUnderWay, type TaskRecord } from './model/task-record.ts';
import type { PortFailure } from './ports/port-failure.ts';

type Failed = { failure: PortFailure };

/** Guards that the charts of runs and records share. */
export const newsGuards = {
  isUnderWay: (_: unknown, { record }: { record: TaskRecord }) => isUnderWay(record),
  isMissing: (_: unknown, { failure }: Failed) => isMissingRecord(failure.code),
  isEnded: (_: unknown, { failure }: Failed) => failure.code === 'record_ended',
  isConfirmed: (_: unknown, { answer }: { answer: DialogAnswered['answer'] }) =>
    answer === 'confirmed',
};
