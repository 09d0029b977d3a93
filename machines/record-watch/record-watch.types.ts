import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/**
 * The record to follow. `revision` is the revision that the parent already has. Only later
 * revisions are reported.
 */
export type WatchInput = { id: string; revision: number };

export type WatchContext = WatchInput & {
  /** number of consecutive failed calls */
  tries: number;
  /** the last failure, or null without one */
  failure: PortFailure | null;
};

export type WatchEvent =
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }
  /** the visitor wants the record to be loaded now */
  | { type: 'watch.retried' };

/** Events about the record, sent to the parent chart. */
export type RecordNews =
  /** the record has changed and its task is still running */
  | { type: 'record.changed'; record: TaskRecord }
  /** the record succeeded, was rejected, failed or was cancelled; no further event follows */
  | { type: 'record.ended'; record: TaskRecord }
  /** the record was deleted or has expired; no further event follows */
  | { type: 'record.gone'; id: string }
  /** the state of the record is unknown; requests continue, and each failure is reported */
  | { type: 'record.lost'; id: string; failure: PortFailure }
  /**
   * requests succeed again; if the record has changed meanwhile, `record.changed` or `record.ended`
   * follows
   */
  | { type: 'record.found'; id: string }
  /**
   * the visitor has to act first (R36 to R39); the failure was already reported to the root, and no
   * further requests are sent
   */
  | { type: 'record.refused'; id: string; failure: PortFailure };
