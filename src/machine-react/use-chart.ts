import { useSelector } from '@xstate/react';
import { useCallback, useSyncExternalStore } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import type { ChartEvent, ChartId, ChartSnapshot } from '../../machines/app/app.machine.ts';
import type { DialogKind } from '../../machines/model/dialog.ts';
import { useChartSystem } from './chart-system.tsx';

function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => Object.is(a[key as keyof typeof a], b[key as keyof typeof b]));
}

function running(systemId: ChartId, snapshot: AnyMachineSnapshot | null): AnyMachineSnapshot {
  if (!snapshot) throw new Error(`The chart "${systemId}" is not running.`);
  return snapshot;
}

const never = () => () => {};

/** Returns false during hydration, so that the first render matches the prerendered page. */
const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Returns a value selected from a chart that runs only while its page is on screen. Returns null
 * before and after that, and in the prerendered page. The component renders again only when the
 * selected value changes, compared one level deep. During hydration, @xstate/react gets the first
 * snapshot, because the state of a chart that has changed would not match the prerendered page
 * (decision 0010). Throws after a chart's second crash.
 */
export function usePageChart<Id extends ChartId, Selected>(
  systemId: Id,
  selector: (snapshot: ChartSnapshot<Id>) => Selected,
): Selected | null {
  const { live, first } = useChartSystem().chart(systemId);
  return useSelector(
    useIsHydrated() ? live : first,
    (snapshot: AnyMachineSnapshot | null) =>
      snapshot === null ? null : selector(snapshot as ChartSnapshot<Id>),
    isShallowEqual,
  );
}

/**
 * Returns a value selected from a dialog's chart, for components of that dialog. The chart starts
 * before the dialog opens. After the chart has ended or crashed, the dialog shows the last state
 * until the dialog has closed.
 */
export function useDialogChart<Kind extends DialogKind, Selected>(
  systemId: Kind,
  selector: (snapshot: ChartSnapshot<Kind>) => Selected,
): Selected {
  return useSelector(
    useChartSystem().chart(systemId).held,
    (snapshot: AnyMachineSnapshot | null) =>
      selector(running(systemId, snapshot) as ChartSnapshot<Kind>),
    isShallowEqual,
  );
}

/**
 * Returns a value selected from a chart's context, even after the chart's second crash. The error
 * page needs this.
 */
export function useLastContext<Id extends ChartId, Selected>(
  systemId: Id,
  selector: (context: ChartSnapshot<Id>['context']) => Selected,
): Selected {
  const { last, first } = useChartSystem().chart(systemId);
  return useSelector(
    useIsHydrated() ? last : first,
    (snapshot: AnyMachineSnapshot | null) => selector(running(systemId, snapshot).context),
    isShallowEqual,
  );
}

/** Returns a value selected from a chart that lives as long as the app. */
export function useChart<Id extends ChartId, Selected>(
  systemId: Id,
  selector: (snapshot: ChartSnapshot<Id>) => Selected,
): Selected {
  running(systemId, useChartSystem().chart(systemId).live.getSnapshot());
  return usePageChart(systemId, selector) as Selected;
}

/**
 * Returns a function that sends events to the chart `systemId`. The function is the same object in
 * every render.
 */
export function useSend<Id extends ChartId>(systemId: Id): (event: ChartEvent<Id>) => void {
  const system = useChartSystem();
  return useCallback((event) => system.send(systemId, event), [system, systemId]);
}
