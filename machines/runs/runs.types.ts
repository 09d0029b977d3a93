import type { StartRequest } from '../model/kept-photo.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { RunInput, RunNews, RunOutcome, RunView, Wish } from '../run/run.types.ts';

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

export type RunsContext = {
  /** oldest first, without those that the visitor has dismissed */
  cards: readonly RunCard[];
  /** id of the run in hand, or null without one */
  inHand: string | null;
  /** number of runs started so far, which names the next one */
  begun: number;
  /** the overlay covers the page and shows the run in hand */
  isWatched: boolean;
};

export type RunRequested = {
  type: 'run.requested';
  input: RunInput;
  /** in hand under the overlay, in hand with the overlay out of sight, or beside the photo in hand */
  as: 'watched' | 'away' | 'beside';
};

/** The run in hand is over. */
export type RunOver = {
  type: 'run.over';
  outcome: RunOutcome;
  /** the same start once more, or null if there is none */
  again: RunInput | null;
  /** the photo has arrived and need not be stored on this device */
  isOnServer: boolean;
};

export type RunsEvent =
  /** from the studio */
  | RunRequested
  /** from the studio: the run in hand goes on beside another photo, or its end is no longer shown */
  | { type: 'hand.freed' }
  /** for the run in hand */
  | { type: 'cancel.pressed' }
  /** retries without waiting longer */
  | { type: 'retry.pressed' }
  /** cancels a run beside */
  | { type: 'card.cancelled'; id: string }
  /** retries without waiting longer */
  | { type: 'card.hurried'; id: string }
  /** starts again with the photo of an ended run beside */
  | { type: 'card.retried'; id: string }
  /** dismisses an ended run beside */
  | { type: 'card.dismissed'; id: string }
  /** from the overlay */
  | { type: 'overlay.left' }
  | { type: 'overlay.returned' }
  /** from the charts of records: the visitor has deleted a record, or it no longer exists */
  | { type: 'result.deleted'; recordId: string | null }
  /** from the result page: the visitor goes on to another photo */
  | { type: 'record.left'; recordId: string }
  /** from the root: the studio begins again and looks for all unfinished work */
  | { type: 'studio.crashed' }
  | ConnectionEvent
  | RunNews
  | { type: `xstate.error.actor.run.${number}`; error: unknown; actorId: string };

declare module '../charts.ts' {
  interface ChartEvents {
    runs: RunsEvent;
  }
}
