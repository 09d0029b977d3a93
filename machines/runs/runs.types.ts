import type { StartRequest } from '../model/kept-photo.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { RunInput, RunNews, RunOutcome, RunView, Wish } from '../run/run.types.ts';

/** A run that this page has started or restored; `id` is its actor's id. */
export type RunCard = {
  id: string;
  /** null if the run was restored from its record */
  photoId: string | null;
  view: RunView;
  /** null if only its start request or its record is known */
  wish: Wish | null;
  /**
   * The start request that may have been sent. Null before that, or if the run was restored from
   * its record.
   */
  request: StartRequest | null;
  /** the run crashed once, and another actor now follows its record */
  hasCrashed: boolean;
  /** the run takes longer than usual */
  isDelayed: boolean;
  /** null while unfinished */
  outcome: RunOutcome | null;
};

export type RunsContext = {
  /** oldest first, without dismissed runs */
  cards: readonly RunCard[];
  /** id of the current run, or null without one */
  inHand: string | null;
  /** number of runs started so far; the next run's id contains it */
  begun: number;
  /** true if the overlay covers the page and shows the current run */
  isWatched: boolean;
};

export type RunRequested = {
  type: 'run.requested';
  input: RunInput;
  /** current run under the overlay, current run with the overlay closed, or background run */
  as: 'watched' | 'away' | 'beside';
};

/** The current run has ended. */
export type RunOver = {
  type: 'run.over';
  outcome: RunOutcome;
  /** the input that repeats the start, or null if it cannot be repeated */
  again: RunInput | null;
  /** the server has received the photo, so this device need not store it */
  isOnServer: boolean;
};

export type RunsEvent =
  /** from the studio */
  | RunRequested
  /** from the studio: the current run continues in the background, or its end is no longer shown */
  | { type: 'hand.freed' }
  /** cancels the current run */
  | { type: 'cancel.pressed' }
  /** retries the current run immediately */
  | { type: 'retry.pressed' }
  /** cancels a background run */
  | { type: 'card.cancelled'; id: string }
  /** retries a background run immediately */
  | { type: 'card.hurried'; id: string }
  /** starts again with the photo of an ended background run */
  | { type: 'card.retried'; id: string }
  /** dismisses an ended background run */
  | { type: 'card.dismissed'; id: string }
  /** from the overlay */
  | { type: 'overlay.left' }
  | { type: 'overlay.returned' }
  /** from the charts of records: the visitor has deleted a record, or it no longer exists */
  | { type: 'result.deleted'; recordId: string | null }
  /** from the result page: the visitor goes on to another photo */
  | { type: 'record.left'; recordId: string }
  /** from the root: the studio restarts and restores all unfinished work */
  | { type: 'studio.crashed' }
  | ConnectionEvent
  | RunNews
  | { type: `xstate.error.actor.run.${number}`; error: unknown; actorId: string };

declare module '../charts.ts' {
  interface ChartEvents {
    runs: RunsEvent;
  }
}
