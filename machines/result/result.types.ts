import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { Change } from '../model/change.ts';
import type { PictureWays } from '../model/picture-format.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordNews } from '../record-watch/record-watch.types.ts';

export type ResultInput = {
  recordId: string;
  /** the tool whose records list the visitor comes from, or null for all records */
  tool: string | null;
};

export type ResultContext = ResultInput & {
  record: TaskRecord | null;
  /** age of the latest news in milliseconds, counted in whole seconds */
  sinceNewsMs: number;
  /** why the record could not be loaded or followed */
  failure: PortFailure | null;
  /** what this browser can do with a result; null while unknown */
  ways: PictureWays | null;
  /** where the comparison opens, or null if it opens with the whole picture; undefined if unknown */
  change: Change | null | undefined;
};

export type ResultEvent =
  | { type: 'result.retried' }
  | { type: 'cancel.pressed' }
  /** the browser downloads the file itself */
  | { type: 'download.pressed' }
  | { type: 'removal.pressed' }
  /** opens the menu for saving in another format */
  | { type: 'formats.opened' }
  | { type: 'formats.closed' }
  /** from the encoder: the file was handed to the browser */
  | { type: 'file.saved' }
  | { type: 'share.pressed' }
  | { type: 'copy.pressed' }
  /** passes the result, or the original, to the studio as the next photo */
  | { type: 'result.continued' }
  | { type: 'original.continued' }
  /** opens the studio for another photo */
  | { type: 'another.pressed' }
  /** raised by the regions of the shown record, because an event may leave only the whole state */
  | { type: 'record.reloaded' }
  | { type: 'record.deleted' }
  /** also sent by the encoder */
  | { type: 'picture.missed' }
  /** from `removals`: a record was deleted, which may be this one */
  | { type: 'removal.done'; id: string | null }
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
