import type { DialogAnswered } from '../model/dialog.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { WatchEvent } from '../ports/task.port.ts';

export type RecordsContext = {
  /** newest first */
  records: readonly TaskRecord[];
  nextCursor: string | null;
  /** the record about to be deleted */
  removingId: string | null;
  /** the record under way that is being followed, as it was when that began */
  watched: TaskRecord | null;
  failure: PortFailure | null;
};

export type RecordsEvent =
  | { type: 'records.retried' }
  | { type: 'records.moreRequested' }
  | { type: 'removal.pressed'; id: string }
  | { type: 'connection.restored' }
  | DialogAnswered
  | WatchEvent;
