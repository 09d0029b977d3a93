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

/** False during hydration, so that the first render matches the prerendered page. */
const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Reads a chart that runs only while its page is on screen; null before and after, also in the
 * prerendered page. Renders again only when the selected value changes, compared one level deep.
 * During hydration, passes @xstate/react the first snapshot instead of the live one, because a
 * changed chart would not match the page (decision 0010). Throws after a chart's second crash.
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
 * Reads the chart of a dialog, in the components of that dialog. The chart starts before its dialog
 * opens. After the chart's end or crash, the dialog shows the last state until it has closed.
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

/** Reads a chart's context even after its second crash, for the error page. */
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

/** Reads a chart that lives as long as the app. */
export function useChart<Id extends ChartId, Selected>(
  systemId: Id,
  selector: (snapshot: ChartSnapshot<Id>) => Selected,
): Selected {
  running(systemId, useChartSystem().chart(systemId).live.getSnapshot());
  return usePageChart(systemId, selector) as Selected;
}

/** Sends events to the chart `systemId`; the function is stable. */
export function useSend<Id extends ChartId>(systemId: Id): (event: ChartEvent<Id>) => void {
  const system = useChartSystem();
  return useCallback((event) => system.send(systemId, event), [system, systemId]);
}
