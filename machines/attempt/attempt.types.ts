import type { OfferedFunction, OptionValues } from '../model/functions.ts';
import type { StartOrder } from '../model/kept-photo.ts';
import type { OverlayStage } from '../model/overlay-stage.ts';
import type { Photo, PreparedPhoto } from '../model/photo.ts';
import type { RemainingMs, TaskRecord, UploadTicket } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { UploadEvent } from '../ports/task.port.ts';
import type { RecordNews } from '../record-watch/record-watch.types.ts';

/** One photo through one function. */
export type Wish = { photo: Photo; offered: OfferedFunction; options: OptionValues };

export type AttemptInput =
  | { from: 'photo'; wish: Wish }
  /** the photo has arrived before its start was pressed: only the start is left to be made */
  | { from: 'arrival'; wish: Wish; order: StartOrder }
  /** the page was left before the photo had arrived: it is sent again, under its key */
  | { from: 'key'; wish: Wish; key: string }
  /** the page was left after the start: its record is asked for, nothing is sent */
  | { from: 'silence'; order: StartOrder }
  /** pressed again after a start without an answer: the photo has arrived already */
  | { from: 'order'; order: StartOrder; wish: Wish | null }
  /** a record under way that was found again */
  | { from: 'record'; record: TaskRecord };

/** What an attempt has come to. Only `ended` has, or had, a record. */
export type AttemptOutcome =
  | { kind: 'ended'; record: TaskRecord }
  /** the record was deleted, or its time was over */
  | { kind: 'gone' }
  /** before the server had anything */
  | { kind: 'cancelled' }
  /** the allowance of today is used up (R39) */
  | { kind: 'limited' }
  /** the visitor has to act first: the root says what (R36 to R38) */
  | { kind: 'turnedAway'; failure: PortFailure }
  | { kind: 'failed'; failure: PortFailure }
  /** the start got no answer, and the server knows of no task */
  | { kind: 'notStarted'; failure: PortFailure; order: StartOrder }
  /** the start got no answer, and the server could not be asked; no order where it was found again */
  | { kind: 'unsure'; failure: PortFailure; order: StartOrder | null };

/** What screens show of an attempt under way. */
export type AttemptView = {
  stage: OverlayStage;
  /** 0 to 1 of the whole, never less than before */
  fraction: number;
  remainingMs: RemainingMs | null;
  record: TaskRecord | null;
};

/** What the chart that has begun the attempt is told; `id` is the actor's. */
export type AttemptNews =
  /** `order`: of the start that may have left */
  | { type: 'attempt.moved'; id: string; view: AttemptView; order: StartOrder | null }
  /** it takes longer than the visitor was told */
  | { type: 'attempt.delayed'; id: string }
  /** the last news */
  | { type: 'attempt.ended'; id: string; outcome: AttemptOutcome };

/** What there is to send, from step to step. */
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
  /** it has arrived before its start was pressed, which nobody but this page knows of */
  | { step: 'delivered'; wish: Wish; order: StartOrder }
  /** `wish`: null where only the start is known */
  | { step: 'arrived'; order: StartOrder; wish: Wish | null }
  /** the start may have left before this page was opened */
  | { step: 'asked'; order: StartOrder };

export type AttemptContext = {
  /** null where it was found again by its record */
  photoId: string | null;
  functionCode: string;
  load: Load;
  view: AttemptView;
  /** what the visitor was told before the start, milliseconds */
  promisedMs: number | null;
  /** it is delayed this long after the first measure, milliseconds; null until measured */
  delayedAfterMs: number | null;
  /** failed tries in a row of the step under way */
  tries: number;
  /** what went wrong last in the step under way */
  failure: PortFailure | null;
  /** what it would have come to if it ended now */
  outcome: AttemptOutcome;
};

export type AttemptEvent =
  | { type: 'cancel.pressed' }
  /** do not wait any longer */
  | { type: 'retry.pressed' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }
  | UploadEvent
  | RecordNews
  /** its own: the call of the start has ended without an answer */
  | { type: 'start.doubted'; failure: PortFailure }
  /** its own: what is known of a start without an answer */
  | { type: 'start.confirmed' }
  | { type: 'start.denied' }
  | { type: 'start.unknown' }
  /** its own: the server has ended it, as the visitor wanted or faster */
  | { type: 'task.cancelled' }
  | { type: 'xstate.done.actor.recordWatch'; output: unknown }
  | { type: 'xstate.error.actor.recordWatch'; error: unknown };
