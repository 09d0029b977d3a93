import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordNews } from '../record-watch/record-watch.types.ts';

export type ResultInput = { recordId: string };

export type ResultContext = {
  recordId: string;
  record: TaskRecord | null;
  /** age of the record, in milliseconds, counted in whole seconds */
  sinceNewsMs: number;
  /** why the record could not be loaded or followed */
  failure: PortFailure | null;
};

export type ResultEvent =
  | { type: 'result.retried' }
  | { type: 'cancel.pressed' }
  /** the browser downloads the file itself */
  | { type: 'download.pressed' }
  | { type: 'removal.pressed' }
  /** the result, or the original, becomes the photo in the studio */
  | { type: 'result.continued' }
  | { type: 'original.continued' }
  /** the studio, for another photo */
  | { type: 'another.pressed' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }
  | DialogAnswered
  | ServerChanged
  | RecordNews;

declare module '../charts.ts' {
  interface ChartEvents {
    result: ResultEvent;
  }
}
