import type { OfferedFunction, OptionValues } from '../model/functions.ts';
import type { StartRequest } from '../model/kept-photo.ts';
import type { OverlayStage } from '../model/overlay-stage.ts';
import type { Photo, PreparedPhoto } from '../model/photo.ts';
import type { RemainingMs, TaskRecord, UploadTicket } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { UploadEvent } from '../ports/task.port.ts';
import type { RecordNews } from '../record-watch/record-watch.types.ts';

/** A photo, the function to apply, and the options of that function. */
export type Wish = { photo: Photo; offered: OfferedFunction; options: OptionValues };

export type RunInput =
  | { from: 'photo'; wish: Wish }
  /** the photo was uploaded before start was pressed, so only the start call remains */
  | { from: 'arrival'; wish: Wish; request: StartRequest }
  /**
   * an earlier page was left before its upload ended; the photo is sent again with the key of that
   * page
   */
  | { from: 'key'; wish: Wish; key: string }
  /**
   * an earlier page was left after the start; the record of the start is looked up, and nothing is
   * sent
   */
  | { from: 'silence'; request: StartRequest }
  /** start was pressed again after a start that got no answer; the photo is already uploaded */
  | { from: 'request'; request: StartRequest; wish: Wish | null }
  /** an unfinished task was restored from its record */
  | { from: 'record'; record: TaskRecord };

/** The outcome of a run. Only runs with the outcome `ended` or `gone` had a record. */
export type RunOutcome =
  | { kind: 'ended'; record: TaskRecord }
  /** the record was deleted, or has expired */
  | { kind: 'gone' }
  /** cancelled before the server had received any data */
  | { kind: 'cancelled' }
  /** today's allowance is used up (R39) */
  | { kind: 'limited' }
  /** the visitor has to act first (R36 to R38); the root shows what to do */
  | { kind: 'turnedAway'; failure: PortFailure }
  | { kind: 'failed'; failure: PortFailure }
  /** the start call got no answer, and the server has no task with this key */
  | { kind: 'notStarted'; failure: PortFailure; request: StartRequest }
  /**
   * The start call got no answer, and the server could not be reached afterwards. `request` is null
   * if the run was restored from its record.
   */
  | { kind: 'unsure'; failure: PortFailure; request: StartRequest | null };

/** The progress of an unfinished run, for screens. */
export type RunView = {
  stage: OverlayStage;
  /** finished share of the whole run, 0 to 1; never decreases */
  fraction: number;
  remainingMs: RemainingMs | null;
  record: TaskRecord | null;
};

/** Events that a run sends to its parent chart. `id` is the id of the run's actor. */
export type RunNews =
  /** the progress has changed; `request` is the start request that may have been sent */
  | { type: 'run.moved'; id: string; view: RunView; request: StartRequest | null }
  /** the run takes longer than usual, or a new range shows that it no longer does */
  | { type: 'run.delayed'; id: string; isDelayed: boolean }
  /** the run has ended; no further event follows */
  | { type: 'run.ended'; id: string; outcome: RunOutcome };

/** The data to send, for each step of the run. */
export type Load =
  | { step: 'nothing' }
  | { step: 'photo'; wish: Wish }
  | { step: 'keyed'; wish: Wish; key: string }
  | { step: 'prepared'; wish: Wish; key: string; prepared: PreparedPhoto }
  | {
      step: 'addressed';
      wish: Wish;
      key: string;
      prepared: PreparedPhoto;
      ticket: UploadTicket;
    }
  /** the photo was uploaded before start was pressed; only this page stores that fact */
  | { step: 'delivered'; wish: Wish; request: StartRequest }
  /** the photo is on the server; `wish` is null if only the start request is known */
  | { step: 'arrived'; request: StartRequest; wish: Wish | null }
  /** the start may have been sent before this page was opened */
  | { step: 'asked'; request: StartRequest };

export type RunContext = {
  /** null if the run was restored from its record */
  photoId: string | null;
  functionCode: string;
  load: Load;
  view: RunView;
  /** duration shown to the visitor before the start, in milliseconds */
  promisedMs: number | null;
  /** time from the first measurement until the run is late, in milliseconds; null until measured */
  delayedAfterMs: number | null;
  /** number of consecutive failures of the current step */
  tries: number;
  /** last failure of the current step */
  failure: PortFailure | null;
  /** the outcome that applies if the run ends in the current state */
  outcome: RunOutcome;
};

export type RunEvent =
  | { type: 'cancel.pressed' }
  /** retries the current step without waiting */
  | { type: 'retry.pressed' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }
  | UploadEvent
  | RecordNews
  /** internal: the start call ended without an answer */
  | { type: 'start.doubted'; failure: PortFailure }
  /** internal: result of the lookup of a start without an answer */
  | { type: 'start.confirmed' }
  | { type: 'start.denied' }
  | { type: 'start.unknown' }
  /** internal: the server has ended the task, because of the cancellation or earlier */
  | { type: 'task.cancelled' }
  /** internal: the server has measured the progress, and perhaps the remaining time */
  | { type: 'progress.measured' }
  | { type: 'xstate.done.actor.recordWatch'; output: unknown }
  | { type: 'xstate.error.actor.recordWatch'; error: unknown };
