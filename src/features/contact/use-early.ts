import { useCallback, useLayoutEffect, useState } from 'react';

/**
 * What a visitor has done before the chart runs: kept here, the last of its kind, and told to the chart once
 * it runs. Hooks of one component tell in their order.
 */
export function useEarly<Value>(isRunning: boolean, tell: (value: Value) => void) {
  const [early, keep] = useState<Value | null>(null);
  // before anything else can happen on the page: in between, a field would have its old value
  useLayoutEffect(() => {
    if (!isRunning || early === null) return;
    keep(null);
    tell(early);
  }, [isRunning, early, tell]);
  return [early, isRunning ? tell : keep, keep] as const;
}

/**
 * The value of a field that can be filled in as soon as the page is seen, by keys or by the browser:
 * hydration would put the chart's first value in its place. `held` is the chart's, null before it runs.
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
