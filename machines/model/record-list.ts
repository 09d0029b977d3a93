import { isUnderWay, type TaskRecord } from './task-record.ts';

type List = readonly TaskRecord[];

/** Appends the next page. A record that moved between the two pages appears once. */
export const appendRecords = (list: List, page: List): List => {
  const known = new Set(list.map((record) => record.id));
  return [...list, ...page.filter((record) => !known.has(record.id))];
};

/** Replaces a record, unless the list has a newer revision. */
export const replaceRecord = (list: List, record: TaskRecord): List =>
  list.map((one) => (one.id === record.id && one.revision <= record.revision ? record : one));

/**
 * Returns the newer list. A record of the known list stays if its revision is later than the
 * revision in the newer list.
 */
export const latestOf = (known: List, list: List): List =>
  list.map(
    (one) => known.find(({ id, revision }) => id === one.id && revision > one.revision) ?? one,
  );

export const dropRecord = (list: List, id: string | null): List =>
  list.filter((record) => record.id !== id);

/**
 * Returns the unfinished record to follow. Tasks run one after the other, so the oldest unfinished
 * record changes next.
 */
export const recordUnderWay = (list: List): TaskRecord | null => list.findLast(isUnderWay) ?? null;

export const endedIn = (list: List): List => list.filter((record) => !isUnderWay(record));

export const hasEnded = (list: List, id: string): boolean =>
  endedIn(list).some((record) => record.id === id);
