import type { RecordList, RecordProgress, AiRecord as TaskRecord } from '../../contract/records.ts';
import type { DeepReadonly } from './deep-readonly.ts';

export type { UploadSignature as UploadTicket } from '../../contract/ai-function.ts';

export type { AiRecord as TaskRecord } from '../../contract/records.ts';

export type RecordPage = DeepReadonly<RecordList>;

export type RecordStage = RecordProgress['stage'];

export type RemainingMs = NonNullable<RecordProgress['remainingMs']>;

export type RecordPhase = 'queued' | 'running' | 'succeeded' | 'rejected' | 'failed' | 'cancelled';

const phases = ['queued', 'running', 'succeeded', 'rejected', 'failed', 'cancelled'] as const;

export const phaseOf = (record: TaskRecord): RecordPhase => phases[record.dealStatus];

/** True if the record is queued or running, so that the record will still change. */
export const isUnderWay = (record: TaskRecord): boolean => record.dealStatus < 2;

/** True if the task ended without a result and without a charge (R70). */
export const hasEndedFree = (record: TaskRecord): boolean =>
  record.dealStatus > 2 && record.credits.charged === 0;

/** True if the answer of a call is a record whose photo the core rejected (R35). */
export const isCoreRejected = (answer: unknown): answer is TaskRecord => {
  const { dealStatus, type } = (answer ?? {}) as Partial<TaskRecord>;
  return dealStatus === 3 && (type === 49 || type === 50);
};

/** The refusal codes for a record that never existed or was deleted. */
export const withoutRecord: readonly string[] = ['record_not_found', 'record_gone'];

export const isMissingRecord = (code: string | undefined): boolean =>
  code !== undefined && withoutRecord.includes(code);

/** How a task ended, or why no task exists. */
export type TaskEnd =
  | Exclude<RecordPhase, 'queued' | 'running'>
  | 'limited'
  /** the server did not answer the start call, and has no task with this key */
  | 'notStarted'
  /** the server did not answer the start call, and it is unknown whether a task exists */
  | 'unsure';
