import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/** The revision that the parent already has; news starts with the next revision. */
export type WatchInput = { id: string; revision: number };

export type WatchContext = WatchInput & {
  /** consecutive failed calls since the record was lost */
  tries: number;
  /** the last failure, or null without one */
  failure: PortFailure | null;
};

export type WatchEvent =
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }
  /** the visitor requests a check now */
  | { type: 'watch.retried' };

/** News about the record for the parent. */
export type RecordNews =
  /** the record changed and is still under way */
  | { type: 'record.changed'; record: TaskRecord }
  /** the record succeeded, was rejected, failed or was cancelled; no further event follows */
  | { type: 'record.ended'; record: TaskRecord }
  /** the record was deleted or has expired; no further event follows */
  | { type: 'record.gone'; id: string }
  /** the record's state is unknown; requests continue, and each failure is reported */
  | { type: 'record.lost'; id: string; failure: PortFailure }
  /**
   * requests succeed again; `record.changed` or `record.ended` follows if the record changed
   * meanwhile
   */
  | { type: 'record.found'; id: string }
  /** the visitor has to act first (R36 to R39); already reported to the root; requests stop */
  | { type: 'record.refused'; id: string; failure: PortFailure };
