import type { AnyMachineSnapshot } from 'xstate';
import type { Locale } from '../../machines/model/locale.ts';
import type { Messages } from '../../machines/model/message.ts';
import { type PageName, type PageVisit, sentPage } from '../../machines/model/pages.ts';

/** The state of a chart before it starts, as data; made by `tools/build/first-snapshots.ts`. */
export type SnapshotData = {
  value: AnyMachineSnapshot['value'];
  context: Record<string, unknown>;
  tags: readonly string[];
  /** the page cannot be shown without it */
  essential: boolean;
};

export type FirstChart = { snapshot: AnyMachineSnapshot; essential: boolean };

type Value = string | { readonly [key: string]: Value | undefined };

/** True if `value` is at least as deep as `wanted`: the rule of `snapshot.matches`. */
function isWithin(value: Value | undefined, wanted: Value): boolean {
  if (value === undefined) return false;
  if (typeof wanted === 'string') {
    return typeof value === 'string' ? value === wanted : wanted in value;
  }
  if (typeof value === 'string') return false;
  return Object.entries(wanted).every(([key, inner]) => !inner || isWithin(value[key], inner));
}

/** A snapshot for selectors; a chart that has not started accepts no events. */
function revive({ value, context, tags }: Omit<SnapshotData, 'essential'>): AnyMachineSnapshot {
  const snapshot = {
    status: 'active',
    value,
    context,
    matches: (wanted: Value) => isWithin(value as Value, wanted),
    hasTag: (tag: string) => tags.includes(tag),
    can: () => false,
  };
  return snapshot as unknown as AnyMachineSnapshot;
}

/** Facts about the opened page that first snapshots contain, by their marks. */
export type OpenedFacts = Omit<PageVisit, 'move' | 'number'> & {
  locale: Locale;
  messages: Messages;
};

/** Placeholder in the data for a fact about the opened page. */
export type FactMark = { $opened: keyof OpenedFacts };

const isMark = (value: object): value is FactMark => '$opened' in value;

function fillIn(value: unknown, facts: OpenedFacts): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isMark(value)) return facts[value.$opened];
  if (Array.isArray(value)) return value.map((item) => fillIn(item, facts));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, facts)]));
}

type Opened = {
  path: string;
  /** page name according to the server; derived from the path if absent */
  page?: PageName;
  locale: Locale;
  messages: Messages;
};

/** The state of every chart on that page before it starts. */
export function reviveFirstSnapshots(
  data: Record<string, SnapshotData>,
  { path, page, locale, messages }: Opened,
): ReadonlyMap<string, FirstChart> {
  const { name, recordId } = sentPage(path, page);
  const facts = { path, name, recordId, locale, messages };
  const entries = Object.entries(data).map(([systemId, { essential, ...first }]) => {
    const context = fillIn(first.context, facts) as SnapshotData['context'];
    return [systemId, { snapshot: revive({ ...first, context }), essential }] as const;
  });
  return new Map(entries);
}
