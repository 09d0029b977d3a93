import { endedIn } from '../model/record-list.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { RecordsContext } from './records.types.ts';

type Picked = Pick<RecordsContext, 'records' | 'selected'>;

/** Replaces the list. A record that is no longer in the list is no longer selected. */
export const listChanged = ({ selected }: Picked, records: readonly TaskRecord[]): Picked => ({
  records,
  selected: selected.filter((id) => records.some((record) => record.id === id)),
});

/** Selects a record or unselects it. The selected records are in the order of the list. */
export const toggled = ({ records, selected }: Picked, id: string): readonly string[] =>
  records
    .map((record) => record.id)
    .filter((one) => (one === id ? !selected.includes(id) : selected.includes(one)));

/** Only a record whose task has ended can be selected. */
export const areAllSelected = ({ records, selected }: Picked): boolean =>
  selected.length === endedIn(records).length;

export const toggledAll = (context: Picked): readonly string[] =>
  areAllSelected(context) ? [] : endedIn(context.records).map(({ id }) => id);

/** Returns the records with these ids that have a result, in the order of the list. */
export const resultsIn = (
  records: readonly TaskRecord[],
  ids: readonly string[],
): readonly TaskRecord[] => records.filter(({ id, result }) => result !== null && ids.includes(id));
