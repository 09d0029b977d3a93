import type { StartRequest } from '../model/kept-photo.ts';
import type { PictureChanged, PictureLost } from '../own-picture/own-picture.types.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { RunInput, RunNews, RunOutcome, RunView, Wish } from '../run/run.types.ts';

/** A run that this page has started or restored. `id` is the id of the run's actor. */
export type RunCard = {
  id: string;
  /** null if the run was restored from its record */
  photoId: string | null;
  view: RunView;
  /** null if only the start request or the record of the run is known */
  wish: Wish | null;
  /**
   * The start request that may have been sent. Null if it was not sent yet, or if the run was
   * restored from its record.
   */
  request: StartRequest | null;
  /** true if the run has crashed once; another actor now follows the record */
  hasCrashed: boolean;
  /** true if the run belongs to the batch, which shows the run and its end */
  isOfBatch: boolean;
  /** true if the run takes longer than usual */
  isDelayed: boolean;
  /** null while the run is unfinished */
  outcome: RunOutcome | null;
};

export type RunsContext = {
  /** the runs, oldest first, without dismissed runs */
  cards: readonly RunCard[];
  /** id of the current run, or null if there is none */
  inHand: string | null;
  /** number of runs started so far, from which the id of the next run is made */
  begun: number;
  /** true if the overlay covers the page and shows the current run */
  isWatched: boolean;
};

export type RunRequested = {
  type: 'run.requested';
  input: RunInput;
  /**
   * `watched`: the current run with the overlay open. `away`: the current run with the overlay
   * closed. `beside`: a background run. `batch`: a run of the batch.
   */
  as: 'watched' | 'away' | 'beside' | 'batch';
};

/** Reports to the studio that the current run has ended. */
export type RunOver = {
  type: 'run.over';
  outcome: RunOutcome;
  /** the input that repeats the start, or null if the start cannot be repeated */
  again: RunInput | null;
  /** true if the server has received the photo, so that this device need not store the photo */
  isOnServer: boolean;
};

/** Reports to the batch that a run of the batch has ended. */
export type PhotoSettled = {
  type: 'photo.settled';
  photoId: string | null;
  /** the start request that was sent, or null if none was sent */
  request: StartRequest | null;
  outcome: RunOutcome;
};

export type RunsEvent =
  /** from the studio */
  | RunRequested
  /**
   * from the studio: the current run must continue in the background, or the end of that run is no
   * longer shown
   */
  | { type: 'hand.freed' }
  /** cancels the current run */
  | { type: 'cancel.pressed' }
  /** retries the current run without waiting */
  | { type: 'retry.pressed' }
  /** cancels a background run */
  | { type: 'card.cancelled'; id: string }
  /** retries a background run without waiting */
  | { type: 'card.hurried'; id: string }
  /** starts a new run with the photo of an ended background run */
  | { type: 'card.retried'; id: string }
  /** dismisses an ended background run */
  | { type: 'card.dismissed'; id: string }
  /** from the batch: cancels the run of this photo */
  | { type: 'photo.cancelled'; photoId: string }
  /** from the root: the batch has crashed, so its runs are shown as background runs */
  | { type: 'batch.crashed' }
  /** from the overlay */
  | { type: 'overlay.left' }
  | { type: 'overlay.returned' }
  /**
   * from the charts of records: the visitor has deleted this record, or the record no longer exists
   */
  | { type: 'result.deleted'; recordId: string | null }
  /** from the result page: the visitor continues with another photo */
  | { type: 'record.left'; recordId: string }
  /**
   * from the root: the studio has crashed and restores all unfinished work, so all runs of this
   * page stop
   */
  | { type: 'studio.crashed' }
  | PictureLost
  | PictureChanged
  | ConnectionEvent
  | RunNews
  | { type: `xstate.error.actor.run.${number}`; error: unknown; actorId: string };

declare module '../charts.ts' {
  interface ChartEvents {
    runs: RunsEvent;
  }
}
