import type { RecordPage, TaskRecord } from '../model/task-record.ts';
import type { PortCall } from './port.ts';

export type RecordsPort = {
  /** GET /v1/ai-function-record, newest first; `cursor` null is the first page (R44). */
  listRecords: PortCall<{ cursor: string | null }, RecordPage>;
  /** GET …/detail/{id}; `record_not_found` and `record_gone` come as refused codes. */
  loadRecord: PortCall<{ id: string }, TaskRecord>;
  /** DELETE …/{id}: the record and its files, now (R76). */
  deleteRecord: PortCall<{ id: string }, void>;
};
