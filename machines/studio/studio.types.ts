import type { OptionValue, OptionValues, Setup } from '../model/functions.ts';
import type { KeptPhoto, KeptRun } from '../model/kept-photo.ts';
import type { Photo, PhotoProblem, PhotoSource } from '../model/photo.ts';
import type { Purse } from '../model/purse.ts';
import type { FoundRegions } from '../model/regions.ts';
import type { UserInfo } from '../model/user.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { KeptPhotoEvent } from '../ports/kept-photos.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RunOver } from '../runs/runs.types.ts';

/** The content of the studio. */
export type Held =
  | { kind: 'nothing' }
  /** about to be inspected */
  | { kind: 'source'; source: PhotoSource }
  /** left by an earlier page, about to be inspected again */
  | { kind: 'kept'; photo: KeptPhoto }
  /** `failure` of the inspection */
  | { kind: 'refused'; problem: PhotoProblem; failure: PortFailure | null }
  /** `left`: the start that an earlier page has left */
  | { kind: 'photo'; photo: Photo; left: KeptRun | null };

export type StudioContext = {
  setup: Setup | null;
  /** null while unknown */
  purse: Purse | null;
  functionCode: string | null;
  /** the visitor's last choice, for this photo or an earlier photo */
  wantedCode: string | null;
  /** changed options, by function */
  options: Readonly<Record<string, OptionValues>>;
  held: Held;
  /** the face finder's latest answer, for this photo or another; null while unknown */
  found: FoundRegions | null;
  /** name of the used file and number of the other files, or null if there were no others */
  leftOut: { taken: string; count: number } | null;
  /** id of the photo whose start waited for credits that have arrived, or null if there is none */
  resumed: string | null;
  /** file names of photos that other tabs use */
  elsewhere: readonly string[];
  /** ids of the photos that this page has passed to runs; they are not restored from this device */
  given: readonly string[];
  /** how the current run ended, or null unless that is shown */
  over: RunOver | null;
};

export type PhotoChosen = {
  type: 'photo.chosen';
  source: PhotoSource;
  /** number of other files; absent if there are none */
  leftOut?: number;
};

export type StudioEvent =
  /** possible in every state, because an unfinished run continues in the background */
  | PhotoChosen
  | { type: 'photo.removed' }
  /** with options that the visitor sets at once */
  | { type: 'function.selected'; code: string; options?: OptionValues }
  /** for the selected function */
  | { type: 'option.changed'; name: string; value: OptionValue }
  | { type: 'start.pressed' }
  | { type: 'retry.pressed' }
  /** the missing credits for this start are available now */
  | { type: 'start.resumed'; photoId: string }
  /** the visitor declined the sign-in that a start waits for */
  | { type: 'signIn.declined' }
  /** from the face finder; null if a search has begun */
  | { type: 'regions.changed'; found: FoundRegions | null }
  /** from the root */
  | { type: 'setup.loaded'; setup: Setup }
  | { type: 'user.changed'; user: UserInfo | null }
  | ConnectionEvent
  | KeptPhotoEvent
  | RunOver
  /** from the root: the runs were lost, and all unfinished work is restored */
  | { type: 'runs.crashed' };

declare module '../charts.ts' {
  interface ChartEvents {
    studio: StudioEvent;
  }
}
