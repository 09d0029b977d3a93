import { useCallback, useLayoutEffect, useState } from 'react';

/**
 * Stores the visitor's latest action until the chart runs, and then passes the action to the chart.
 * If a component uses this hook several times, the actions are passed on in the order of the hooks.
 */
export function useEarly<Value>(isRunning: boolean, tell: (value: Value) => void) {
  const [early, keep] = useState<Value | null>(null);
  // a layout effect, because the field would otherwise show its old value for a moment
  useLayoutEffect(() => {
    if (!isRunning || early === null) return;
    keep(null);
    tell(early);
  }, [isRunning, early, tell]);
  return [early, isRunning ? tell : keep, keep] as const;
}

/**
 * Returns the value of a field that accepts input before hydration. The visitor may have typed the
 * value, or the browser may have filled it in. Without this hook, hydration would replace the input
 * with the chart's first value. `held` is the chart's value, or null before the chart runs.
 */
export function useEarlyValue(held: string | null, tell: (value: string) => void) {
  const [early, change, keep] = useEarly(held !== null, tell);
  const ref = useCallback(
    (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      if (element && element.value !== element.defaultValue) keep(element.value);
    },
    [keep],
  );
  return { ref, value: early ?? held ?? '', onChange: change };
}
