import type { OptionValues } from './functions.ts';
import type { PhotoFile } from './photo.ts';

/**
 * The payload of the call that starts a task. A repeated call with the same key starts no second
 * task (R71).
 */
export type StartRequest = {
  photoId: string;
  functionCode: string;
  options: OptionValues;
  fileKey: string;
  idempotencyKey: string;
  /** file name of the photo; absent if an older build stored the start request */
  name?: string;
  /** as in `Photo` */
  madeFrom?: string | undefined;
  /** duration shown to the visitor before the start in milliseconds, or null if none was shown */
  promisedMs: number | null;
};

/** A start that the visitor has pressed, as stored to survive a reload. */
export type KeptRun =
  /** the photo is not sent yet; a later page sends it with the same key */
  | { step: 'sending'; idempotencyKey: string }
  /**
   * the start call may have been sent; a later page looks up the record of this start first (R32)
   */
  | { step: 'asked'; request: StartRequest };

/** A photo stored on this device until the server has received it. */
export type KeptPhoto = {
  /** id of the photo, equal to `Photo.id` */
  id: string;
  file: PhotoFile;
  /** as in `Photo` */
  madeFrom?: string | undefined;
  functionCode: string | null;
  options: OptionValues;
  /** null until the visitor presses start */
  run: KeptRun | null;
};
