import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import { useChartSystem } from './chart-system.tsx';
import type { ChartEvent, ChartId, ChartSnapshot } from './charts.ts';

function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => Object.is(a[key as keyof typeof a], b[key as keyof typeof b]));
}

type Memory<Snapshot, Selected> = {
  snapshot: AnyMachineSnapshot | null;
  selector: (snapshot: Snapshot) => Selected;
  selected: Selected | null;
};

/**
 * What `selector` reads from a chart that runs only while its page is on screen; null before it
 * runs (so in the prerendered page) and after. Renders again only when that changes, compared one
 * level deep.
 */
export function usePageChart<Id extends ChartId, Selected>(
  systemId: Id,
  selector: (snapshot: ChartSnapshot<Id>) => Selected,
): Selected | null {
  const system = useChartSystem();
  const memory = useRef<Memory<ChartSnapshot<Id>, Selected> | null>(null);
  const subscribe = useCallback(
    (onMove: () => void) => system.subscribe(systemId, onMove),
    [system, systemId],
  );
  /* React compares by identity: the same object as long as what it holds is the same. */
  const select = (snapshot: AnyMachineSnapshot | null): Selected | null => {
    const before = memory.current;
    if (before && before.snapshot === snapshot && before.selector === selector) {
      return before.selected;
    }
    const next = snapshot === null ? null : selector(snapshot as ChartSnapshot<Id>);
    const selected = before && isShallowEqual(before.selected, next) ? before.selected : next;
    memory.current = { snapshot, selector, selected };
    return selected;
  };
  return useSyncExternalStore(
    subscribe,
    () => select(system.current(systemId)),
    () => select(system.first(systemId)),
  );
}

/** What `selector` reads from a chart that runs as long as the app. */
export function useChart<Id extends ChartId, Selected>(
  systemId: Id,
  selector: (snapshot: ChartSnapshot<Id>) => Selected,
): Selected {
  const system = useChartSystem();
  if (!system.current(systemId)) throw new Error(`The chart "${systemId}" is not running.`);
  return usePageChart(systemId, selector) as Selected;
}

/** Sends events to the chart `systemId`; the function is stable. */
export function useSend<Id extends ChartId>(systemId: Id): (event: ChartEvent<Id>) => void {
  const system = useChartSystem();
  return useCallback((event) => system.send(systemId, event), [system, systemId]);
}
