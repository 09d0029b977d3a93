import { isDeepStrictEqual } from 'node:util';
import { type AnyActorRef, type AnyMachineSnapshot, createActor } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { type ChildId, childOf } from '../../machines/app/children.derived.ts';
import type { PageName } from '../../machines/model/pages.ts';

type SnapshotData = { value: unknown; context: unknown; tags: string[]; essential: boolean };

/*
 * Two pages without common values, so that every difference between their charts comes from the
 * page.
 */
const opened = [
  {
    path: '/de/result/first',
    locale: 'de',
    messages: { first: [] },
    name: 'result',
    recordId: 'first',
  },
  { path: '/ja/second', locale: 'ja', messages: { second: [] }, name: 'not-found', recordId: '' },
] as const;

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Returns the data of a chart with marks in place of the values that differ between the two pages.
 * @throws if a differing value is not known at hydration
 */
function withMarks(place: string, first: unknown, second: unknown): unknown {
  if (isDeepStrictEqual(first, second)) return first;
  const names = Object.keys(opened[0]) as (keyof (typeof opened)[0])[];
  const name = names.find(
    (one) => isDeepStrictEqual(first, opened[0][one]) && isDeepStrictEqual(second, opened[1][one]),
  );
  if (name) return { $opened: name };
  if (!isGroup(first) || !isGroup(second)) {
    throw new Error(
      `The value ${place} of a first snapshot depends on the opened page. It must equal one of these values of the page: ${names.join(', ')}.`,
    );
  }
  const entries = Object.entries(first).map(([key, value]) => [
    key,
    withMarks(`${place}.${key}`, value, (second as Record<string, unknown>)[key]),
  ]);
  return Object.fromEntries(entries);
}

function startingCharts(index: 0 | 1): Map<string, AnyMachineSnapshot> {
  const { path, messages, name } = opened[index];
  const root = createActor(appMachine, {
    id: 'app',
    systemId: 'app',
    input: { path, messages, page: name as PageName },
  });
  const actors = Object.entries(root.system.getAll() as Record<string, AnyActorRef>);
  const snapshots = actors.map(
    ([systemId, actor]) => [systemId, actor.getSnapshot() as AnyMachineSnapshot] as const,
  );
  return new Map(snapshots.filter(([, snapshot]) => 'value' in snapshot));
}

const isEssential = (systemId: string) =>
  systemId === 'app' || childOf(systemId as ChildId).essential === true;

/**
 * Returns the first snapshots of all charts that live as long as the app. Pages are prerendered and
 * hydrated from these snapshots, so pages need not wait for the charts' code. Marks replace values
 * that differ between pages.
 */
export function buildFirstSnapshots(): Record<string, SnapshotData> {
  const others = startingCharts(1);
  const charts = [...startingCharts(0)].map(([systemId, { value, context, tags }]) => {
    const first = {
      value: withMarks(systemId, value, others.get(systemId)?.value),
      context: withMarks(systemId, context, others.get(systemId)?.context),
      tags: [...tags],
      essential: isEssential(systemId),
    };
    return [systemId, first] as const;
  });
  return Object.fromEntries(charts);
}
