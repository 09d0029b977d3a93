import type { OptionValues } from './functions.ts';
import type { PhotoFile } from './photo.ts';

/** What the call that makes a task needs; sent again, it is the same start (R71). */
export type StartOrder = {
  /** of the photo that it is about */
  photoId: string;
  functionCode: string;
  options: OptionValues;
  fileKey: string;
  idempotencyKey: string;
  /** the file name of the photo; orders that an older page has kept have none */
  name?: string;
  /** what the visitor was told before the start, milliseconds; null if nothing was */
  promisedMs: number | null;
};

/** A start that was pressed, as it goes on after a reload. */
export type KeptAttempt =
  /** the photo is to be sent, under the same key */
  | { step: 'sending'; idempotencyKey: string }
  /** the call that makes the task may have left: its record is asked for first (R32) */
  | { step: 'asked'; order: StartOrder };

/** What this device keeps of a photo until the server has it. */
export type KeptPhoto = {
  /** as in `Photo` */
  id: string;
  file: PhotoFile;
  functionCode: string | null;
  options: OptionValues;
  /** null until start is pressed */
  attempt: KeptAttempt | null;
};
