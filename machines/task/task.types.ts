import type { Setup } from '../model/functions.ts';
import type { Photo, PhotoProblem, PhotoSource, PreparedPhoto } from '../model/photo.ts';
import type { TaskRecord, UploadTicket } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { UploadEvent, WatchEvent } from '../ports/task.port.ts';

export type TaskContext = {
  setup: Setup | null;
  source: PhotoSource | null;
  photo: Photo | null;
  problem: PhotoProblem | null;
  functionCode: string | null;
  /** one per attempt; the same for every retry of it */
  idempotencyKey: string | null;
  prepared: PreparedPhoto | null;
  ticket: UploadTicket | null;
  /** 0 to 1 */
  uploaded: number;
  /** failed tries in a row of the step under way */
  tries: number;
  record: TaskRecord | null;
  /** "longer than usual" this long after the first measure, milliseconds; null until measured */
  longAfterMs: number | null;
  /** the overlay covers the page */
  watching: boolean;
  failure: PortFailure | null;
  /** it failed, but whether the server has started it nobody could say */
  mayHaveStarted: boolean;
  /** the visitor stopped a start on its way: what it brings is to be cancelled */
  cancelWanted: boolean;
};

export type TaskEvent =
  | { type: 'photo.chosen'; source: PhotoSource }
  | { type: 'photo.removed' }
  | { type: 'function.selected'; code: string }
  | { type: 'start.pressed' }
  | { type: 'retry.pressed' }
  | { type: 'cancel.pressed' }
  /** start another one while this one goes on; it stays in the records */
  | { type: 'task.detached' }
  /** from the overlay */
  | { type: 'overlay.left' }
  | { type: 'overlay.returned' }
  /** from the root */
  | { type: 'setup.loaded'; setup: Setup }
  | { type: 'connection.restored' }
  | UploadEvent
  | WatchEvent;
