import type { OptionValues } from './functions.ts';
import type { PhotoFile } from './photo.ts';

/** A start that was pressed. */
export type KeptAttempt = {
  /** goes on under the same key, so that it never becomes two tasks */
  idempotencyKey: string;
  /** the call that makes the task may have left: ask for its record before anything is sent */
  asked: boolean;
};

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
