import { isUnderWay, type TaskRecord } from './task-record.ts';

type List = readonly TaskRecord[];

/** Appends the next page; a record that moved between the pages appears once. */
export const appendRecords = (list: List, page: List): List => {
  const known = new Set(list.map((record) => record.id));
  return [...list, ...page.filter((record) => !known.has(record.id))];
};

/** An older revision never replaces a newer one. */
export const replaceRecord = (list: List, record: TaskRecord): List =>
  list.map((one) => (one.id === record.id && one.revision <= record.revision ? record : one));

/** A newer list, except for records with a later known revision. */
export const latestOf = (known: List, list: List): List =>
  list.map(
    (one) => known.find(({ id, revision }) => id === one.id && revision > one.revision) ?? one,
  );

export const dropRecord = (list: List, id: string | null): List =>
  list.filter((record) => record.id !== id);

/** The record to follow: tasks run one after the other, so the oldest changes next. */
export const recordUnderWay = (list: List): TaskRecord | null => list.findLast(isUnderWay) ?? null;

export const hasEnded = (list: List, id: string): boolean =>
  list.some((record) => record.id === id && !isUnderWay(record));
