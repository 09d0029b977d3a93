import type { OptionValues } from '../model/functions.ts';
import type { PhotoFile, PreviewPicture } from '../model/photo.ts';
import type { Region } from '../model/regions.ts';
import type { TaskRecord, UploadTicket } from '../model/task-record.ts';
import type { PortCall, PortStream } from './port.ts';
import type { PortFailure } from './port-failure.ts';

export type UploadEvent =
  /** 0 to 1 of the bytes that have left this browser */
  | { type: 'upload.progressed'; fraction: number }
  | { type: 'upload.completed' }
  | { type: 'upload.failed'; failure: PortFailure };

export type TaskPort = {
  /** A new unguessable key, once per attempt; 16 to 64 characters. */
  createKey: PortCall<void, string>;
  /** GET /v1/file/notAuthSignature/{format}?functionCode= (R42) */
  requestUpload: PortCall<{ format: string; functionCode: string }, UploadTicket>;
  /** The multipart POST to the ticket's address, with real progress. */
  upload: PortStream<{ file: PhotoFile; ticket: UploadTicket }, UploadEvent>;
  /**
   * GET …/regions/{code}: what the function may leave alone in an upload that has arrived, from left
   * to right. It changes nothing and costs nothing.
   */
  findRegions: PortCall<{ functionCode: string; fileKey: string }, readonly Region[]>;
  /** POST …/preview/{code}: what the function makes of a cut of the photo. Free, nothing is stored. */
  previewFunction: PortCall<
    { functionCode: string; options: OptionValues; image: string },
    PreviewPicture
  >;
  /** POST /v1/ai-function/{code} or its guest variant; a repeated key gives the same record. */
  startTask: PortCall<
    {
      functionCode: string;
      options: OptionValues;
      fileKey: string;
      idempotencyKey: string;
      /** of the visitor's file */
      name?: string;
    },
    TaskRecord
  >;
  /**
   * GET …/attempt/{idempotencyKey}: the record that a start with this key made, or null when it
   * made none. The question to ask after a start without an answer, which is never sent again (R32).
   */
  findAttempt: PortCall<{ idempotencyKey: string }, TaskRecord | null>;
  /** The newest record of this visitor that is queued or running, or null (R71). */
  findRunningTask: PortCall<void, TaskRecord | null>;
  /** POST …/cancel/{id}; answers the record as it is then. */
  cancelTask: PortCall<{ id: string }, TaskRecord>;
};
