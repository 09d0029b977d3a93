import type { AnyMachineSnapshot } from 'xstate';
import type { Locale } from '../../machines/model/locale.ts';
import type { Messages } from '../../machines/model/message.ts';

/** What a chart is before it starts, as data; made by `tools/build/first-snapshots.ts`. */
export type SnapshotData = {
  value: AnyMachineSnapshot['value'];
  context: Record<string, unknown>;
  tags: readonly string[];
};

type Value = string | { readonly [key: string]: Value | undefined };

/** Whether `value` is at least as deep as `wanted`: the rule of `snapshot.matches`. */
function isWithin(value: Value | undefined, wanted: Value): boolean {
  if (value === undefined) return false;
  if (typeof wanted === 'string') {
    return typeof value === 'string' ? value === wanted : wanted in value;
  }
  if (typeof value === 'string') return false;
  return Object.entries(wanted).every(([key, inner]) => !inner || isWithin(value[key], inner));
}

/** A snapshot for selectors. Nothing can happen to a chart that has not started. */
function revive({ value, context, tags }: SnapshotData): AnyMachineSnapshot {
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

type Opened = { path: string; locale: Locale; messages: Messages };

/** Every chart as it is before it starts on that page. */
export function reviveFirstSnapshots(
  data: Record<string, SnapshotData>,
  { path, locale, messages }: Opened,
): ReadonlyMap<string, AnyMachineSnapshot> {
  const own: Record<string, Record<string, unknown>> = {
    app: { path, locale, messages },
    language: { path, locale, messages, wanted: locale },
  };
  const entries = Object.entries(data).map(([systemId, snapshot]) => {
    const context = { ...snapshot.context, ...own[systemId] };
    return [systemId, revive({ ...snapshot, context })] as const;
  });
  return new Map(entries);
}
