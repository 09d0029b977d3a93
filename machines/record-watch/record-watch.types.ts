import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/** The record as its follower knows it: news begin with the revision after this one. */
export type WatchInput = { id: string; revision: number };

export type WatchContext = WatchInput & {
  /** failed questions in a row since the record was lost */
  tries: number;
  /** what went wrong last; null while all is well */
  failure: PortFailure | null;
};

/** From the chart that follows the record. */
export type WatchEvent =
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }
  /** the visitor wants to know now */
  | { type: 'watch.retried' };

/** What the chart that follows a record is told about it. */
export type RecordNews =
  /** it moved and is still under way */
  | { type: 'record.changed'; record: TaskRecord }
  /** it is done, refused, failed or cancelled: the last news */
  | { type: 'record.ended'; record: TaskRecord }
  /** it was deleted, or its time was over: the last news */
  | { type: 'record.gone'; id: string }
  /** nobody knows how it goes on; asked again and again, each failure is told */
  | { type: 'record.lost'; id: string; failure: PortFailure }
  /** no longer lost; `record.changed` or `record.ended` follows if it moved meanwhile */
  | { type: 'record.found'; id: string }
  /** the visitor has to act first (R36 to R39), which the root has been told; not asked again */
  | { type: 'record.refused'; id: string; failure: PortFailure };
