import type { OptionValues } from '../model/functions.ts';
import type { PhotoFile, PhotoPiece, PreviewPicture } from '../model/photo.ts';
import type { FoundRegion } from '../model/regions.ts';
import type { TaskRecord, UploadTicket } from '../model/task-record.ts';
import type { PortCall, PortStream } from './port.ts';
import type { PortFailure } from './port-failure.ts';

export type UploadEvent =
  /** share of the bytes sent so far, 0 to 1 */
  | { type: 'upload.progressed'; fraction: number }
  | { type: 'upload.completed' }
  | { type: 'upload.failed'; failure: PortFailure };

export type TaskPort = {
  /** Creates an unguessable key of 16 to 64 characters for a new run. */
  createKey: PortCall<void, string>;
  /** GET /v1/file/notAuthSignature/{format}?functionCode= (R42) */
  requestUpload: PortCall<{ format: string; functionCode: string }, UploadTicket>;
  /** The multipart POST to the ticket's address; emits the measured progress. */
  upload: PortStream<{ file: PhotoFile; ticket: UploadTicket }, UploadEvent>;
  /**
   * GET …/regions/{code}: the regions of an uploaded photo that the function can leave unchanged,
   * from left to right. The call is free and changes nothing.
   */
  findRegions: PortCall<{ functionCode: string; fileKey: string }, readonly FoundRegion[]>;
  /**
   * POST …/preview/{code}: the function's result for a piece of the photo. The call is free, and
   * the server stores nothing.
   */
  previewFunction: PortCall<
    { functionCode: string; options: OptionValues } & Pick<PhotoPiece, 'image' | 'survey'>,
    PreviewPicture
  >;
  /** POST /v1/ai-function/{code} or its guest variant; a repeated key returns the same record. */
  startTask: PortCall<
    {
      functionCode: string;
      options: OptionValues;
      fileKey: string;
      idempotencyKey: string;
      /** file name of the visitor's photo */
      name?: string;
      /** id of the record whose result the photo is */
      madeFrom?: string | undefined;
    },
    TaskRecord
  >;
  /**
   * GET …/attempt/{idempotencyKey}: the record of the start with this key, or null. Used after a
   * start without an answer, because a start is never repeated (R32).
   */
  findAttempt: PortCall<{ idempotencyKey: string }, TaskRecord | null>;
  /** The newest record of this visitor that is queued or running, or null (R71). */
  findRunningTask: PortCall<void, TaskRecord | null>;
  /** POST …/cancel/{id}; returns the updated record. */
  cancelTask: PortCall<{ id: string }, TaskRecord>;
};
