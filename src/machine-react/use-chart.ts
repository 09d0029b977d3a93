import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { AnyActorRef } from 'xstate';
import { chartRef } from '../../machines/app/chart-refs.ts';
import { useChartSystem } from './chart-system.tsx';
import type { ChartEvent, ChartId, ChartSnapshot } from './charts.ts';

function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => Object.is(a[key as keyof typeof a], b[key as keyof typeof b]));
}

/** Calls back whenever the chart moves, also when its parent stops it and starts it again. */
function subscribeToChart(root: AnyActorRef, systemId: ChartId, onMove: () => void) {
  const find = () => chartRef(root.system, systemId) as AnyActorRef | undefined;
  let actor = find();
  let subscription = actor?.subscribe(onMove);
  const rootSubscription = root.subscribe(() => {
    const current = find();
    if (current === actor) return;
    subscription?.unsubscribe();
    actor = current;
    subscription = current?.subscribe(onMove);
    onMove();
  });
  return () => {
    subscription?.unsubscribe();
    rootSubscription.unsubscribe();
  };
}

type Memory<Snapshot, Selected> = {
  snapshot: Snapshot | null;
  selector: (snapshot: Snapshot) => Selected;
  selected: Selected | null;
};

/**
 * What `selector` reads from a chart that runs only while its page is on screen; null before it
 * runs (so in the prerendered page) and after.
 */
export function usePageChart<Id extends ChartId, Selected>(
  systemId: Id,
  selector: (snapshot: ChartSnapshot<Id>) => Selected,
): Selected | null {
  const { root, first } = useChartSystem();
  const memory = useRef<Memory<ChartSnapshot<Id>, Selected> | null>(null);
  const subscribe = useCallback(
    (onMove: () => void) => subscribeToChart(root, systemId, onMove),
    [root, systemId],
  );
  /* React compares by identity: the same object as long as what it holds is the same. */
  const select = (snapshot: ChartSnapshot<Id> | null): Selected | null => {
    const before = memory.current;
    if (before && before.snapshot === snapshot && before.selector === selector) {
      return before.selected;
    }
    const next = snapshot === null ? null : selector(snapshot);
    const selected = before && isShallowEqual(before.selected, next) ? before.selected : next;
    memory.current = { snapshot, selector, selected };
    return selected;
  };
  return useSyncExternalStore(
    subscribe,
    () => select((chartRef(root.system, systemId)?.getSnapshot() as ChartSnapshot<Id>) ?? null),
    () => select((first.get(systemId) as ChartSnapshot<Id> | undefined) ?? null),
  );
}

/**
 * What `selector` reads from a chart that runs as long as the app; renders again only when that
 * changes (compared one level deep). The first render of a hydrated page reads the snapshot the
 * page was prerendered from.
 */
export function useChart<Id extends ChartId, Selected>(
  systemId: Id,
  selector: (snapshot: ChartSnapshot<Id>) => Selected,
): Selected {
  const { root } = useChartSystem();
  if (!chartRef(root.system, systemId)) throw new Error(`The chart "${systemId}" is not running.`);
  return usePageChart(systemId, selector) as Selected;
}

/** Sends events to the chart `systemId`, as long as it runs; the function is stable. */
export function useSend<Id extends ChartId>(systemId: Id): (event: ChartEvent<Id>) => void {
  const { root } = useChartSystem();
  return useCallback(
    (event: ChartEvent<Id>) => {
      (chartRef(root.system, systemId) as AnyActorRef | undefined)?.send(event);
    },
    [root, systemId],
  );
}
