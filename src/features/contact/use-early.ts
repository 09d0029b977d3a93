import { useCallback, useLayoutEffect, useState } from 'react';

/**
 * Stores the visitor's latest action before the chart runs, and then passes it to the chart.
 * Several hooks of one component pass on their actions in order.
 */
export function useEarly<Value>(isRunning: boolean, tell: (value: Value) => void) {
  const [early, keep] = useState<Value | null>(null);
  // a layout effect, because otherwise the field would briefly show its old value
  useLayoutEffect(() => {
    if (!isRunning || early === null) return;
    keep(null);
    tell(early);
  }, [isRunning, early, tell]);
  return [early, isRunning ? tell : keep, keep] as const;
}

/**
 * The value of a field that accepts input before hydration, typed or filled in by the browser.
 * Without this hook, hydration would replace the input with the chart's first value. `held` is the
 * chart's value, or null before the chart runs.
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
