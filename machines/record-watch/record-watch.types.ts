import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/** The record as known to the parent: news starts with the next revision. */
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
  /** the visitor wants to ask now */
  | { type: 'watch.retried' };

/** News about the record for the parent. */
export type RecordNews =
  /** it changed and is still under way */
  | { type: 'record.changed'; record: TaskRecord }
  /** it is done, refused, failed or cancelled: the last news */
  | { type: 'record.ended'; record: TaskRecord }
  /** it was deleted, or its time was over: the last news */
  | { type: 'record.gone'; id: string }
  /** its state is unknown; asked again and again, each failure is reported */
  | { type: 'record.lost'; id: string; failure: PortFailure }
  /** no longer lost; `record.changed` or `record.ended` follows if it moved meanwhile */
  | { type: 'record.found'; id: string }
  /** the visitor has to act first (R36 to R39); the root knows; not asked again */
  | { type: 'record.refused'; id: string; failure: PortFailure };
