import type { RecordPage, TaskRecord } from '../model/task-record.ts';
import type { PortCall } from './port.ts';

export type RecordsPort = {
  /**
   * GET /v1/ai-function-record, newest first. `cursor` is null for the first page (R44). With a
   * tool, only its records.
   */
  listRecords: PortCall<{ cursor: string | null; tool?: string | null }, RecordPage>;
  /** GET …/detail/{id}; rejects with the codes `record_not_found` and `record_gone`. */
  loadRecord: PortCall<{ id: string }, TaskRecord>;
  /**
   * GET …/detail/{id} with a revision: the server answers when the record's revision differs, or
   * after a while with the unchanged record. Sends one request.
   */
  awaitRecord: PortCall<{ id: string; revision: number }, TaskRecord>;
  /** DELETE …/{id}: deletes the record and its files immediately (R76). */
  deleteRecord: PortCall<{ id: string }, void>;
};
