import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/** The record known to the parent: news starts with the next revision. */
export type WatchInput = { id: string; revision: number };

export type WatchContext = WatchInput & {
  /** consecutive failed calls since the record was lost */
  tries: number;
  /** the last failure, or null without one */
  failure: PortFailure | null;
};

/** Events of the chart that follows the record. */
export type WatchEvent =
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }
  /** the visitor wants to check now */
  | { type: 'watch.retried' };

/** News about the record for the parent. */
export type RecordNews =
  /** the record changed and is still under way */
  | { type: 'record.changed'; record: TaskRecord }
  /** the record succeeded, was rejected, failed or was cancelled: the last event */
  | { type: 'record.ended'; record: TaskRecord }
  /** the record was deleted or has expired: the last event */
  | { type: 'record.gone'; id: string }
  /** the record's state is unknown; it is asked for again, and each failure is reported */
  | { type: 'record.lost'; id: string; failure: PortFailure }
  /** the record is no longer lost; `record.changed` or `record.ended` follows if it changed meanwhile */
  | { type: 'record.found'; id: string }
  /** the visitor has to act first (R36 to R39); already reported to the root; not asked again */
  | { type: 'record.refused'; id: string; failure: PortFailure };
