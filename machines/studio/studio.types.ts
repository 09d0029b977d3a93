import type { OptionValue, OptionValues, Setup } from '../model/functions.ts';
import type { KeptPhoto, KeptRun, StartRequest } from '../model/kept-photo.ts';
import type { Photo, PhotoProblem, PhotoSource } from '../model/photo.ts';
import type { Purse } from '../model/purse.ts';
import type { FoundRegions } from '../model/regions.ts';
import type { UserInfo } from '../model/user.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { KeptPhotoEvent } from '../ports/kept-photos.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RunNews, RunOutcome, RunView, Wish } from '../run/run.types.ts';

/** The content of the studio. */
export type Held =
  | { kind: 'nothing' }
  /** about to be inspected */
  | { kind: 'source'; source: PhotoSource }
  /** left by an earlier page, about to be inspected again */
  | { kind: 'kept'; photo: KeptPhoto }
  /** `failure`: of the inspection */
  | { kind: 'refused'; problem: PhotoProblem; failure: PortFailure | null }
  /** `left`: the start that an earlier page has left */
  | { kind: 'photo'; photo: Photo; left: KeptRun | null };

/** A run that this page has started or found again, by the id of its actor. */
export type RunCard = {
  id: string;
  /** null if it was found again by its record */
  photoId: string | null;
  view: RunView;
  /** null if only its start request, or its record, is known */
  wish: Wish | null;
  /** the start request that may have been sent, or null before, and if the run was found again by its record */
  request: StartRequest | null;
  /** it crashed once, and another actor has followed its record since */
  hasCrashed: boolean;
  /** it takes longer than usual */
  isDelayed: boolean;
  /** null while unfinished */
  outcome: RunOutcome | null;
};

export type StudioContext = {
  setup: Setup | null;
  /** null while unknown */
  purse: Purse | null;
  functionCode: string | null;
  /** the visitor's last choice, for this photo or an earlier one */
  wantedCode: string | null;
  /** options by function, as far as they differ from its defaults */
  options: Readonly<Record<string, OptionValues>>;
  held: Held;
  /** what the face finder found last, in this or another photo, or null while unknown */
  found: FoundRegions | null;
  /** name of the accepted file and number of the other files, or null if there were no others */
  leftOut: { taken: string; count: number } | null;
  /** id of the photo whose start waited for credits that have arrived, or null if there is none */
  resumed: string | null;
  /** file names of photos held by other tabs */
  elsewhere: readonly string[];
  /** oldest first, without those that the visitor has dismissed */
  runs: readonly RunCard[];
  /** id of the current run, or null before the start */
  inHand: string | null;
  /** number of runs started so far, which names the next one */
  begun: number;
};

export type PhotoChosen = {
  type: 'photo.chosen';
  source: PhotoSource;
  /** number of other files; absent without any */
  leftOut?: number;
};

export type StudioEvent =
  /** in every state: an unfinished run continues in the background */
  | PhotoChosen
  | { type: 'photo.removed' }
  | { type: 'function.selected'; code: string }
  /** for the selected function */
  | { type: 'option.changed'; name: string; value: OptionValue }
  | { type: 'start.pressed' }
  | { type: 'retry.pressed' }
  /** the missing credits for this start are available now */
  | { type: 'start.resumed'; photoId: string }
  /** the visitor declined the sign-in that a start waits for */
  | { type: 'signIn.declined' }
  | { type: 'cancel.pressed' }
  /** cancels a background run */
  | { type: 'card.cancelled'; id: string }
  /** retries without waiting longer */
  | { type: 'card.hurried'; id: string }
  /** starts again with the photo of an ended background run */
  | { type: 'card.retried'; id: string }
  /** dismisses an ended background run */
  | { type: 'card.dismissed'; id: string }
  /** from the overlay */
  | { type: 'overlay.left' }
  | { type: 'overlay.returned' }
  /** from the face finder; null: a search has begun */
  | { type: 'regions.changed'; found: FoundRegions | null }
  /** from the root */
  | { type: 'setup.loaded'; setup: Setup }
  | { type: 'user.changed'; user: UserInfo | null }
  | ConnectionEvent
  | KeptPhotoEvent
  | RunNews
  | { type: `xstate.error.actor.run.${number}`; error: unknown; actorId: string };

declare module '../charts.ts' {
  interface ChartEvents {
    studio: StudioEvent;
  }
}
