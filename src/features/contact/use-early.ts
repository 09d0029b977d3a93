import { useCallback, useLayoutEffect, useState } from 'react';

/**
 * Stores a visitor's latest action before the chart runs, and passes it to the chart once it runs.
 * Hooks of one component pass theirs on in their order.
 */
export function useEarly<Value>(isRunning: boolean, tell: (value: Value) => void) {
  const [early, keep] = useState<Value | null>(null);
  // runs before anything else can happen on the page, because a field would show its old value
  // until then
  useLayoutEffect(() => {
    if (!isRunning || early === null) return;
    keep(null);
    tell(early);
  }, [isRunning, early, tell]);
  return [early, isRunning ? tell : keep, keep] as const;
}

/**
 * The value of a field that can be filled in as soon as the page is visible, by keys or by the
 * browser: hydration would replace it by the chart's first value. `held` is the chart's value, null
 * before it runs.
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
