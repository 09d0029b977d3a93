import type { ServerChanged } from '../app/app.types.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { RecordPage, TaskRecord } from '../model/task-record.ts';
import type { LocationChanged } from '../ports/navigation.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordNews } from '../record-watch/record-watch.types.ts';

export type RecordsInput = { tool: string | null };

export type RecordsContext = {
  /** the tool whose records are listed, or null for all records; the page's address names it */
  tool: string | null;
  /** the tools to choose from, the most used first; empty if there is no need to choose */
  tools: readonly string[];
  /** newest first */
  records: readonly TaskRecord[];
  nextCursor: string | null;
  /** the number of records when those of the chosen tool appeared; null if no tool was chosen yet */
  counted: number | null;
  /** the reloaded part of the list */
  coming: RecordPage;
  /** ids of the selected records */
  selected: readonly string[];
  /** ids of the records whose deletion is being confirmed */
  removals: readonly string[];
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
  /** lists the records of this tool, or all records */
  | { type: 'tool.chosen'; tool: string | null }
  | LocationChanged
  | { type: 'removal.pressed'; id: string }
  /** starts or ends the selection */
  | { type: 'records.selectionToggled' }
  | { type: 'records.toggled'; id: string }
  /** loads all records and selects them, or selects none if all of them are selected */
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
  /** from the chart `removals`, for each deleted record: a pending answer may still list it */
  | { type: 'removal.done'; id: string | null }
  /** the list on screen was loaded again, so its last record may differ */
  | { type: 'list.replaced' }
  /** the records of another tool are on screen */
  | { type: 'list.filtered' }
  /** the records of another tool could not be loaded */
  | { type: 'list.unfiltered' }
  /** all records are loaded, because the visitor wants to select them */
  | { type: 'list.completed' }
  | RecordNews
  | { type: 'xstate.error.actor.recordWatch'; error: unknown };

declare module '../charts.ts' {
  interface ChartEvents {
    records: RecordsEvent;
  }
}
