import type { OfferedFunction, OptionValues } from '../model/functions.ts';
import type { StartRequest } from '../model/kept-photo.ts';
import type { OverlayStage } from '../model/overlay-stage.ts';
import type { Photo, PreparedPhoto } from '../model/photo.ts';
import type { RemainingMs, TaskRecord, UploadTicket } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { UploadEvent } from '../ports/task.port.ts';
import type { RecordNews } from '../record-watch/record-watch.types.ts';

/** One photo, one function and its options. */
export type Wish = { photo: Photo; offered: OfferedFunction; options: OptionValues };

export type RunInput =
  | { from: 'photo'; wish: Wish }
  /** the photo was uploaded before start was pressed: only the start call remains */
  | { from: 'arrival'; wish: Wish; request: StartRequest }
  /** the page was left before the upload ended: the photo is sent again, under its key */
  | { from: 'key'; wish: Wish; key: string }
  /** the page was left after the start: its record is looked up, nothing is sent */
  | { from: 'silence'; request: StartRequest }
  /** pressed again after a start without an answer: the photo is already uploaded */
  | { from: 'request'; request: StartRequest; wish: Wish | null }
  /** a record under way that was found again */
  | { from: 'record'; record: TaskRecord };

/** Outcome of a run. Only `ended` has, or had, a record. */
export type RunOutcome =
  | { kind: 'ended'; record: TaskRecord }
  /** the record was deleted, or has expired */
  | { kind: 'gone' }
  /** before anything was on the server */
  | { kind: 'cancelled' }
  /** today's allowance is used up (R39) */
  | { kind: 'limited' }
  /** the visitor has to act first, as the root shows (R36 to R38) */
  | { kind: 'turnedAway'; failure: PortFailure }
  | { kind: 'failed'; failure: PortFailure }
  /** the start got no answer, and the server has no such task */
  | { kind: 'notStarted'; failure: PortFailure; request: StartRequest }
  /** the start got no answer, and the server could not be reached; no request if the run was found again */
  | { kind: 'unsure'; failure: PortFailure; request: StartRequest | null };

/** A run under way, for screens. */
export type RunView = {
  stage: OverlayStage;
  /** 0 to 1 of the whole, never decreases */
  fraction: number;
  remainingMs: RemainingMs | null;
  record: TaskRecord | null;
};

/** Events to the parent chart; `id` is the actor's. */
export type RunNews =
  /** `request`: the start request that may have been sent */
  | { type: 'run.moved'; id: string; view: RunView; request: StartRequest | null }
  /** it takes longer than usual, or no longer does, because a new range was measured */
  | { type: 'run.delayed'; id: string; isDelayed: boolean }
  /** the last event */
  | { type: 'run.ended'; id: string; outcome: RunOutcome };

/** Data to send, from step to step. */
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
  /** uploaded before start was pressed, which only this page knows */
  | { step: 'delivered'; wish: Wish; request: StartRequest }
  /** `wish`: null if only the start request is known */
  | { step: 'arrived'; request: StartRequest; wish: Wish | null }
  /** the start may have been sent before this page was opened */
  | { step: 'asked'; request: StartRequest };

export type RunContext = {
  /** null if it was found again by its record */
  photoId: string | null;
  functionCode: string;
  load: Load;
  view: RunView;
  /** duration shown to the visitor before the start, milliseconds */
  promisedMs: number | null;
  /** delayed this long after the first measurement, milliseconds, or null until measured */
  delayedAfterMs: number | null;
  /** consecutive failures of the current step */
  tries: number;
  /** last failure of the current step */
  failure: PortFailure | null;
  /** outcome if the run ended now */
  outcome: RunOutcome;
};

export type RunEvent =
  | { type: 'cancel.pressed' }
  /** retries without waiting longer */
  | { type: 'retry.pressed' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }
  | UploadEvent
  | RecordNews
  /** internal: the start call has ended without an answer */
  | { type: 'start.doubted'; failure: PortFailure }
  /** internal: result of the lookup of a start without an answer */
  | { type: 'start.confirmed' }
  | { type: 'start.denied' }
  | { type: 'start.unknown' }
  /** internal: the server has ended the task, by the cancellation or before it */
  | { type: 'task.cancelled' }
  /** internal: the server has measured the progress, and perhaps the remaining time */
  | { type: 'progress.measured' }
  | { type: 'xstate.done.actor.recordWatch'; output: unknown }
  | { type: 'xstate.error.actor.recordWatch'; error: unknown };
