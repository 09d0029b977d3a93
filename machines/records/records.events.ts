import type { DialogAnswer } from '../model/dialog.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { WatchEvent } from '../ports/task.port.ts';

export type RecordsContext = {
  /** newest first */
  records: readonly TaskRecord[];
  nextCursor: string | null;
  /** the record about to be deleted */
  removingId: string | null;
  failure: PortFailure | null;
};

export type RecordsEvent =
  | { type: 'records.retried' }
  | { type: 'records.moreRequested' }
  | { type: 'removal.pressed'; id: string }
  | { type: 'connection.restored' }
  | { type: 'dialog.answered'; id: string; answer: DialogAnswer }
  | WatchEvent;
