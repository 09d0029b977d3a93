import type { AnyMachineSnapshot } from 'xstate';
import type { Locale } from '../../machines/model/locale.ts';
import type { Messages } from '../../machines/model/message.ts';
import { type PageName, type PageVisit, sentPage } from '../../machines/model/pages.ts';

/**
 * The state of a chart before the chart starts, as data that `tools/build/first-snapshots.ts`
 * generates.
 */
export type SnapshotData = {
  value: AnyMachineSnapshot['value'];
  context: Record<string, unknown>;
  tags: readonly string[];
  /** true if the page cannot be shown without this chart */
  essential: boolean;
};

export type FirstChart = { snapshot: AnyMachineSnapshot; essential: boolean };

type Value = string | { readonly [key: string]: Value | undefined };

/** True if `value` matches `wanted`, as in `snapshot.matches`. */
function isWithin(value: Value | undefined, wanted: Value): boolean {
  if (value === undefined) return false;
  if (typeof wanted === 'string') {
    return typeof value === 'string' ? value === wanted : wanted in value;
  }
  if (typeof value === 'string') return false;
  return Object.entries(wanted).every(([key, inner]) => !inner || isWithin(value[key], inner));
}

/** Returns a snapshot for selectors. A chart that has not started accepts no events. */
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

/** Facts about the opened page that the generated data refers to. */
export type OpenedFacts = Omit<PageVisit, 'move' | 'number'> & {
  locale: Locale;
  messages: Messages;
};

/** A placeholder in the generated data, which is replaced by a fact about the opened page. */
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
  /** name of the page as reported by the server; if absent, the name is derived from the path */
  page?: PageName;
  locale: Locale;
  messages: Messages;
};

/** Returns the state of every chart on this page before the charts start. */
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
