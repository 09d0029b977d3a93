import type { DialogAnswered } from '../model/dialog.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { WatchEvent } from '../ports/task.port.ts';

export type ResultInput = { recordId: string };

export type ResultContext = {
  recordId: string;
  record: TaskRecord | null;
  failure: PortFailure | null;
};

export type ResultEvent =
  | { type: 'result.retried' }
  | { type: 'cancel.pressed' }
  | { type: 'removal.pressed' }
  | { type: 'connection.restored' }
  | DialogAnswered
  | WatchEvent;
