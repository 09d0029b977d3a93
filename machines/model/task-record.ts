import type { OptionValues } from './functions.ts';

/** 0 queued, 1 running, 2 succeeded, 3 rejected by the core, 4 failed, 5 cancelled. */
type DealStatus = 0 | 1 | 2 | 3 | 4 | 5;

export type RemainingMs = { low: number; high: number };

export type RecordStage = 'queued' | 'reading' | 'detecting' | 'running' | 'writing';

type SignedImage = { url: string; width: number; height: number };

/** One run of one function; the shape of `aiRecord` in the contract. */
export type TaskRecord = {
  id: string;
  revision: number;
  code: string;
  type: number;
  /** every option of the function, with the values of this run */
  options: OptionValues;
  /** file name of the photo, or null if unknown */
  name: string | null;
  dealStatus: DealStatus;
  /** an error code, or `no_face`, or null unless it was rejected or failed */
  reason: string | null;
  credits: { unit: number; charged: number };
  queuePosition: number | null;
  progress: { stage: RecordStage; fraction: number; remainingMs: RemainingMs | null } | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  expiresAt: string;
  original: SignedImage | null;
  thumbnail: SignedImage | null;
  /** the same area before and after, for the compare view */
  before: SignedImage | null;
  after: SignedImage | null;
  /** the finished rows of a result under way, transparent below; `share`: of its height, 0 to 1 */
  partial: (SignedImage & { share: number }) | null;
  result:
    | (SignedImage & {
        mime: string;
        bytes: number;
        downloadUrl: string;
        fileName: string;
        faces: number | null;
      })
    | null;
};

export type RecordPage = { records: readonly TaskRecord[]; nextCursor: string | null };

/** A presigned POST: send `fields`, then the file last, to `url`. */
export type UploadTicket = {
  url: string;
  fields: Record<string, string>;
  fileKey: string;
  maxBytes: number;
  expiresAt: string;
};

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
