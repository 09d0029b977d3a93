import type { OptionValue, OptionValues, Setup } from '../model/functions.ts';
import type { KeptPhoto, KeptRun } from '../model/kept-photo.ts';
import type { Photo, PhotoProblem, PhotoSource } from '../model/photo.ts';
import type { Purse } from '../model/purse.ts';
import type { FoundRegions } from '../model/regions.ts';
import type { UserInfo } from '../model/user.ts';
import type { PictureChanged } from '../own-picture/own-picture.types.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { KeptPhotoEvent } from '../ports/kept-photos.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RunOver } from '../runs/runs.types.ts';

/** The content of the studio. */
export type Held =
  | { kind: 'nothing' }
  /** chosen, but not inspected yet */
  | { kind: 'source'; source: PhotoSource }
  /** stored by an earlier page, and not inspected again yet */
  | { kind: 'kept'; photo: KeptPhoto }
  /**
   * cannot be used; `failure` is the failure of the inspection, or null if the photo itself is the
   * reason
   */
  | { kind: 'refused'; problem: PhotoProblem; failure: PortFailure | null }
  /** inspected; `left` is the start that an earlier page has stored with the photo, or null */
  | { kind: 'photo'; photo: Photo; left: KeptRun | null };

export type StudioContext = {
  setup: Setup | null;
  /** null while the credits are unknown */
  purse: Purse | null;
  functionCode: string | null;
  /** the function that the visitor chose last, for this photo or an earlier one */
  wantedCode: string | null;
  /** options that the visitor has changed, by function code */
  options: Readonly<Record<string, OptionValues>>;
  held: Held;
  /** the region finder's latest answer, which may be about another photo; null before an answer */
  found: FoundRegions | null;
  /** name of the picture of a record that has replaced the previous photo, otherwise null */
  replaced: { by: string } | null;
  /** true if the photo on screen was chosen as the first photo of a batch */
  isOneOfMany: boolean;
  /** id of the photo whose start waited for credits that are available now, or null */
  resumed: string | null;
  /** file names of photos that other tabs of this browser use */
  elsewhere: readonly string[];
  /**
   * ids of photos that this page has passed to runs; these photos are not restored from this device
   */
  given: readonly string[];
  /** the end of the current run, or null if no end is shown */
  over: RunOver | null;
};

export type PhotoChosen = {
  type: 'photo.chosen';
  source: PhotoSource;
  /** true if the photo replaces a photo that the visitor's page does not show */
  isReplacing?: boolean;
  /** true if the photo is the first photo of a batch */
  isOneOfMany?: boolean;
};

export type StudioEvent =
  /** possible in every state, because an unfinished run continues in the background */
  | PhotoChosen
  | { type: 'photo.removed' }
  /** `options` are set together with the function */
  | { type: 'function.selected'; code: string; options?: OptionValues }
  /** changes an option of the selected function */
  | { type: 'option.changed'; name: string; value: OptionValue }
  | { type: 'start.pressed' }
  | { type: 'retry.pressed' }
  /** the missing credits for this start are available now */
  | { type: 'start.resumed'; photoId: string }
  /** the visitor declined the sign-in that a start waits for */
  | { type: 'signIn.declined' }
  /** from the batch: runs use these photos from now on */
  | { type: 'photos.given'; ids: readonly string[] }
  /** from the region finder: the regions found, or null when a search begins */
  | { type: 'regions.changed'; found: FoundRegions | null }
  | PictureChanged
  /** from the root */
  | { type: 'setup.loaded'; setup: Setup }
  | { type: 'user.changed'; user: UserInfo | null }
  | ConnectionEvent
  | KeptPhotoEvent
  | RunOver
  /** from the root: the runs chart has crashed, so all unfinished work is restored */
  | { type: 'runs.crashed' };

declare module '../charts.ts' {
  interface ChartEvents {
    studio: StudioEvent;
  }
}
