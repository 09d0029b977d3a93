import { endedIn, hasEnded } from '../model/record-list.ts';
import type { RecordPage, TaskRecord } from '../model/task-record.ts';
import type { RecordsContext } from './records.types.ts';

/** A shorter list is seen at a glance, without a choice of tools. */
const longEnough = 8;

/** Returns the tools to offer for a list, or none if there is no need to choose. */
export const worthChoosing = (tool: string | null, page: RecordPage): readonly string[] => {
  const { tools = [], records, nextCursor } = page;
  const isLong = nextCursor !== null || records.length >= longEnough;
  return tool !== null || (isLong && tools.length > 1) ? tools : [];
};

/** Returns the tools to choose from. The chosen tool is among them. */
export const toolsIn = ({ tool, tools }: RecordsContext): readonly string[] =>
  tool === null || tools.includes(tool) ? tools : [...tools, tool];

type Picked = Pick<RecordsContext, 'records' | 'selected'>;

/** Replaces the list. A record that is no longer in the list is no longer selected. */
export const listChanged = ({ selected }: Picked, records: readonly TaskRecord[]): Picked => ({
  records,
  selected: selected.filter((id) => hasEnded(records, id)),
});

/** Selects a record or unselects it. The selected records are in the order of the list. */
export const toggled = ({ records, selected }: Picked, id: string): readonly string[] =>
  records
    .map((record) => record.id)
    .filter((one) => (one === id ? !selected.includes(id) : selected.includes(one)));

/** Only a record whose task has ended can be selected. */
export const selectable = ({ records }: Picked): readonly string[] =>
  endedIn(records).map(({ id }) => id);

/** True if all records are loaded and selected. */
export const areAllSelected = (context: RecordsContext): boolean =>
  context.nextCursor === null &&
  context.selected.length > 0 &&
  context.selected.length === selectable(context).length;

export const toggledAll = (context: RecordsContext): readonly string[] =>
  areAllSelected(context) ? [] : selectable(context);

/** Returns the selected records that have a result, in the order of the list. */
export const resultsIn = ({ records, selected }: Picked): readonly TaskRecord[] =>
  records.filter(({ id, result }) => result !== null && selected.includes(id));

/** Limit in bytes of the results in one ZIP file. The browser makes the file in its memory. */
export const mostBytes = 500_000_000;

export const bytesOf = (records: readonly TaskRecord[]): number =>
  records.reduce((sum, { result }) => sum + (result?.bytes ?? 0), 0);

export const canSave = (context: Picked): boolean => {
  const results = resultsIn(context);
  return results.length > 0 && bytesOf(results) <= mostBytes;
};

/** True if the page reaches as far back as this record, which may have been deleted. */
const reaches = ({ records }: RecordPage, { id, createdAt }: TaskRecord): boolean =>
  records.some((one) => one.id === id || one.createdAt < createdAt);

/**
 * True if the reloaded list has all records, or as many as the list on screen and all selected
 * ones. A new record moves the last selected record to the next page.
 */
export const isWhole = ({ records, selected }: Picked, page: RecordPage): boolean => {
  if (page.nextCursor === null) return true;
  const last = records.findLast(({ id }) => selected.includes(id));
  return page.records.length >= records.length && (!last || reaches(page, last));
};
