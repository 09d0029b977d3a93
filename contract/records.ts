import { z } from 'zod';
import { idempotencyKey } from './ai-function.ts';
import { dealStatusSchema } from './deal-status.ts';
import { errorCode } from './error-codes.ts';
import { creditUnit, functionCode, optionValues } from './functions.ts';

/** ISO 8601 with zone, UTC. */
const instant = z.iso.datetime();

/** A picture that the browser may fetch from a signed URL until `expiresAt`. */
const signedImage = z.object({
  url: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
});

export const recordProgress = z.object({
  stage: z.enum(['queued', 'reading', 'detecting', 'running', 'writing']),
  /** 0 to 1, never decreases */
  fraction: z.number().min(0).max(1),
  /** remaining time in milliseconds, as a measured range, or null while unknown */
  remainingMs: z.object({ low: z.number().min(0), high: z.number().min(0) }).nullable(),
});

/** Why the core rejected a photo. */
export const rejectionReason = z.enum(['no_face', 'nothing_to_hide']);
export type RejectionReason = z.infer<typeof rejectionReason>;

/** A task as its owner reads it: one run of one function on one photo (R43, R44). */
export const aiRecord = z.object({
  id: z.string().min(1),
  /** increases with every change; pass it as `since` to wait for the next change */
  revision: z.int().min(0),
  code: functionCode,
  type: z.int().min(1),
  /** file name of the photo, or null if the start request had none */
  name: z.string().nullable().default(null),
  /** every option of the function, with the values of this run */
  options: optionValues,
  dealStatus: dealStatusSchema,
  /**
   * error code of a failed task, or the reason of a rejection (dealStatus 3), otherwise null;
   * `no_face` is also the reason of earlier rejections by `face-blur`
   */
  reason: z.union([errorCode, rejectionReason]).nullable(),
  credits: z.object({ unit: creditUnit, charged: z.int().min(0) }),
  /** position in the queue, where 1 is next; null once the task runs */
  queuePosition: z.int().min(1).nullable(),
  progress: recordProgress.nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** when the record and its files are deleted (R76) */
  expiresAt: instant,
  /** the uploaded photo, or null once it is deleted */
  original: signedImage.nullable(),
  /** small WebP for lists: of the result, or of the original until there is a result */
  thumbnail: signedImage.nullable(),
  /**
   * the record whose result was the photo of this run, or null if it was deleted or the photo came
   * from elsewhere
   */
  madeFrom: z
    .object({
      id: z.string().min(1),
      code: functionCode,
      thumbnail: signedImage.nullable(),
    })
    .nullable()
    .default(null),
  /**
   * WebP pictures of the same area before and after, with the same aspect ratio, for the compare
   * view
   */
  before: signedImage.nullable(),
  after: signedImage.nullable(),
  /**
   * WebP of an unfinished result, with the aspect ratio of the whole picture: the finished rows
   * from the top, transparent below. Its URL changes with each version. Null until the first
   * version, and once the task has ended.
   */
  partial: signedImage
    .extend({
      /** finished share of the height, 0 to 1 */
      share: z.number().min(0).max(1),
    })
    .nullable(),
  result: signedImage
    .extend({
      mime: z.string(),
      bytes: z.int().positive(),
      /** URL of the same file; its Content-Disposition header makes the browser save the file */
      downloadUrl: z.string(),
      fileName: z.string(),
      /** number of faces found; only for face functions */
      faces: z.int().min(0).nullable(),
    })
    .nullable(),
});

export type RecordProgress = z.infer<typeof recordProgress>;
export type AiRecord = z.infer<typeof aiRecord>;

/** GET /v1/ai-function-record */
export const recordListQuery = z.object({
  /** `nextCursor` of the previous page */
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
  /** only tasks that are queued or running */
  running: z.enum(['0', '1']).optional(),
  /** only tasks of this tool: of the function with this code, or `upscale` for all that enlarge */
  tool: functionCode.optional(),
});

export const recordList = z.object({
  records: z.array(aiRecord),
  nextCursor: z.string().nullable(),
  /**
   * the tools of all records of the visitor, the most used first; only on the first page. All
   * functions that enlarge are the tool `upscale`; every other function is a tool of its own.
   */
  tools: z.array(functionCode).optional(),
});

export type RecordList = z.infer<typeof recordList>;

/** GET /v1/ai-function-record/detail/{id} */
export const recordDetailQuery = z.object({
  /** the server answers once the record has a later revision or has ended, or after `waitMs` */
  since: z.coerce.number().int().min(0).optional(),
  /** longest time that the server waits for a later revision, in milliseconds */
  waitMs: z.coerce.number().int().min(0).max(25_000).default(0),
});

/** GET /v1/ai-function-record/attempt/{idempotencyKey} */
export const attemptParams = z.object({ idempotencyKey });

export const recordParams = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });
