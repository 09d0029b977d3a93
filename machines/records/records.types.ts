import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { RecordPage, TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordNews } from '../record-watch/record-watch.types.ts';

export type RecordsContext = {
  /** newest first */
  records: readonly TaskRecord[];
  nextCursor: string | null;
  /** the reloaded part of the list */
  coming: RecordPage;
  /** ids of the selected records */
  selected: readonly string[];
  /** ids of the records whose deletion is being confirmed or is under way */
  removals: readonly string[];
  /** the number of records in the latest deletion, and how many of them could not be deleted */
  removal: { asked: number; kept: number };
  /** ids of the results that are being saved */
  toSave: readonly string[];
  /** ids of the results whose addresses are renewed before they are saved */
  renewals: readonly string[];
  /** id of the record whose result is being passed to the studio, or null */
  continuedId: string | null;
  /** why the list, or more of it, could not be loaded */
  failure: PortFailure | null;
  /** why the unfinished record could not be followed */
  watchFailure: PortFailure | null;
};

export type RecordsEvent =
  /** for the list, its next page, or the live progress */
  | { type: 'records.retried' }
  | { type: 'records.moreRequested' }
  | { type: 'removal.pressed'; id: string }
  | { type: 'records.selecting' }
  | { type: 'records.toggled'; id: string }
  /** selects all records that can be selected, or none if all of them are selected */
  | { type: 'records.allToggled' }
  | { type: 'records.selectionLeft' }
  /** deletes the selected records */
  | { type: 'removals.pressed' }
  /** saves the results of the selected records, several results as one ZIP file */
  | { type: 'archive.pressed' }
  /** passes the result of this record to the studio as the next photo */
  | { type: 'result.continued'; id: string }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }
  | DialogAnswered
  | ServerChanged
  /** raised for each deleted record: a pending answer may still list it */
  | { type: 'removal.done' }
  /** the list on screen was loaded again, so its last record may differ */
  | { type: 'list.replaced' }
  | RecordNews
  | { type: 'xstate.error.actor.recordWatch'; error: unknown };

declare module '../charts.ts' {
  interface ChartEvents {
    records: RecordsEvent;
  }
}
