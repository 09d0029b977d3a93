import type { RecordList, RecordProgress, AiRecord as TaskRecord } from '../../contract/records.ts';
import type { DeepReadonly } from './deep-readonly.ts';

export type { UploadSignature as UploadTicket } from '../../contract/ai-function.ts';

/** One run of one function. */
export type { AiRecord as TaskRecord } from '../../contract/records.ts';

export type RecordPage = DeepReadonly<RecordList>;

export type RecordStage = RecordProgress['stage'];

export type RemainingMs = NonNullable<RecordProgress['remainingMs']>;

export type RecordPhase = 'queued' | 'running' | 'succeeded' | 'rejected' | 'failed' | 'cancelled';

const phases = ['queued', 'running', 'succeeded', 'rejected', 'failed', 'cancelled'] as const;

export const phaseOf = (record: TaskRecord): RecordPhase => phases[record.dealStatus];

/** Queued or running: it will still change. */
export const isUnderWay = (record: TaskRecord): boolean => record.dealStatus < 2;

/** The task ended without a result, and nothing was charged (R70). */
export const hasEndedFree = (record: TaskRecord): boolean =>
  record.dealStatus > 2 && record.credits.charged === 0;

/** R35: true if the answer of a call is a record whose photo the core rejected. */
export const isCoreRejected = (answer: unknown): answer is TaskRecord => {
  const { dealStatus, type } = (answer ?? {}) as Partial<TaskRecord>;
  return dealStatus === 3 && (type === 49 || type === 50);
};

/** Refusal codes for a record that does not exist or no longer does. */
export const withoutRecord: readonly string[] = ['record_not_found', 'record_gone'];

export const isMissingRecord = (code: string | undefined): boolean =>
  code !== undefined && withoutRecord.includes(code);

/** How a task ended, or why there is none. */
export type TaskEnd =
  | Exclude<RecordPhase, 'queued' | 'running'>
  /** today's allowance was used up */
  | 'limited'
  /** the start got no answer, and the server has no such task */
  | 'notStarted'
  /** the start got no answer, and it is unknown whether there is a task */
  | 'unsure';
