import type { AttemptNews, AttemptOutcome, AttemptView, Wish } from '../attempt/attempt.types.ts';
import type { OptionValue, OptionValues, Setup } from '../model/functions.ts';
import type { KeptAttempt, KeptPhoto, StartOrder } from '../model/kept-photo.ts';
import type { ArrivedPhoto, Photo, PhotoProblem, PhotoSource } from '../model/photo.ts';
import type { Purse } from '../model/purse.ts';
import type { Region } from '../model/regions.ts';
import type { UserInfo } from '../model/user.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { KeptPhotoEvent } from '../ports/kept-photos.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/** What lies on the tray. */
export type Held =
  | { kind: 'nothing' }
  /** about to be looked into */
  | { kind: 'source'; source: PhotoSource }
  /** left by an earlier page, and about to be looked into again */
  | { kind: 'kept'; photo: KeptPhoto }
  /** `failure`: what went wrong when it was looked into */
  | { kind: 'refused'; problem: PhotoProblem; failure: PortFailure | null }
  /** `left`: the start that an earlier page has left */
  | { kind: 'photo'; photo: Photo; left: KeptAttempt | null };

/** An attempt that this page has begun or found again, by the id of its actor. */
export type AttemptCard = {
  id: string;
  /** null where it was found again by its record */
  photoId: string | null;
  view: AttemptView;
  /** null where only its start, or its record, is known */
  wish: Wish | null;
  /** of the start that may have left; null before, and where it was found again by its record */
  order: StartOrder | null;
  /** it crashed once, and its record is followed by another actor since */
  hasCrashed: boolean;
  /** it takes longer than the visitor was told */
  isDelayed: boolean;
  /** what it has come to; null while it goes on */
  outcome: AttemptOutcome | null;
};

export type TrayContext = {
  setup: Setup | null;
  /** null while it is not known what there is */
  purse: Purse | null;
  functionCode: string | null;
  /** what the visitor asked for last, for this photo or one before */
  wantedCode: string | null;
  /** by function, as far as they differ from its defaults */
  options: Readonly<Record<string, OptionValues>>;
  held: Held;
  /** how many files came with the one that was taken, by its name; null where it came alone */
  leftOut: { taken: string; count: number } | null;
  /** the photo whose start waited for credits that are there now, by its id; null where none does */
  resumed: string | null;
  /** photos that other tabs have in hand, by the names of their files */
  elsewhere: readonly string[];
  /** oldest first; those that the visitor has put away are not among them */
  attempts: readonly AttemptCard[];
  /** the attempt of what lies on the tray; null before the start */
  inHand: string | null;
  /** attempts begun so far: the next one is named after it */
  begun: number;
};

export type PhotoChosen = {
  type: 'photo.chosen';
  source: PhotoSource;
  /** files that came with it; none without it */
  leftOut?: number;
};

export type TrayEvent =
  /** in every state: an attempt in hand goes on without the tray */
  | PhotoChosen
  | { type: 'photo.removed' }
  | { type: 'function.selected'; code: string }
  /** of the selected function */
  | { type: 'option.changed'; name: string; value: OptionValue }
  /** `arrived`: what the server has already; it counts where it is this photo, for this function */
  | {
      type: 'start.pressed';
      arrived?: ArrivedPhoto | null;
      /** the parts that the region finder has found in the photo; absent or null while it knows none */
      found?: readonly Region[] | null;
    }
  | { type: 'retry.pressed' }
  /** there are credits now for the start that lacked them */
  | { type: 'start.resumed'; photoId: string }
  /** the sign-in that a start waits for was not wanted */
  | { type: 'signIn.declined' }
  | { type: 'cancel.pressed' }
  /** an attempt beside the photo in hand is not wanted any more */
  | { type: 'card.cancelled'; id: string }
  /** it shall not wait any longer */
  | { type: 'card.hurried'; id: string }
  /** once more with the photo of an ended attempt that was not in hand */
  | { type: 'card.retried'; id: string }
  /** away with an ended attempt that was not in hand */
  | { type: 'card.dismissed'; id: string }
  /** from the overlay */
  | { type: 'overlay.left' }
  | { type: 'overlay.returned' }
  /** from the root */
  | { type: 'setup.loaded'; setup: Setup }
  | { type: 'user.changed'; user: UserInfo | null }
  | ConnectionEvent
  | KeptPhotoEvent
  | AttemptNews
  | { type: `xstate.error.actor.attempt.${number}`; error: unknown; actorId: string };

declare module '../charts.ts' {
  interface ChartEvents {
    tray: TrayEvent;
  }
}
