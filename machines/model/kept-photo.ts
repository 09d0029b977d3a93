import type { OptionValues } from './functions.ts';
import type { PhotoFile } from './photo.ts';

/** Payload of the call that starts a task; a repeated call is the same start (R71). */
export type StartRequest = {
  photoId: string;
  functionCode: string;
  options: OptionValues;
  fileKey: string;
  idempotencyKey: string;
  /** file name of the photo; start requests stored by an older page have none */
  name?: string;
  /** duration shown to the visitor before the start, milliseconds, or null if none was shown */
  promisedMs: number | null;
};

/** A start that was pressed, as stored to survive a reload. */
export type KeptRun =
  /** the photo still has to be sent, under the same key */
  | { step: 'sending'; idempotencyKey: string }
  /** the start call may have been sent: its record is looked up first (R32) */
  | { step: 'asked'; request: StartRequest };

/** A photo as stored on this device until the server has it. */
export type KeptPhoto = {
  /** the same as in `Photo` */
  id: string;
  file: PhotoFile;
  functionCode: string | null;
  options: OptionValues;
  /** null until start is pressed */
  run: KeptRun | null;
};
