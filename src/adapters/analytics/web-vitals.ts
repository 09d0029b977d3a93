import type { WebVital } from './event-catalogue.ts';

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Interaction = PerformanceEntry & { interactionId?: number };

/**
 * Returns the score of the worst window of layout shifts. In a window, two shifts are less than a
 * second apart, and the whole window lasts at most five seconds.
 */
export function layoutShiftOf(shifts: readonly Shift[]): number {
  let worst = 0;
  let window = { score: 0, first: 0, last: Number.NEGATIVE_INFINITY };
  for (const { value, hadRecentInput, startTime } of shifts) {
    if (hadRecentInput) continue;
    const isTogether = startTime - window.last < 1000 && startTime - window.first < 5000;
    window = isTogether
      ? { ...window, score: window.score + value, last: startTime }
      : { score: value, first: startTime, last: startTime };
    worst = Math.max(worst, window.score);
  }
  return worst;
}

/**
 * Returns the duration of the slowest interaction. Per fifty interactions, one outlier is ignored.
 */
export function interactionDelayOf(entries: readonly Interaction[]): number | null {
  const slowest = new Map<number, number>();
  for (const { interactionId = 0, duration } of entries) {
    if (interactionId === 0) continue;
    slowest.set(interactionId, Math.max(duration, slowest.get(interactionId) ?? 0));
  }
  const delays = [...slowest.values()].sort((one, other) => other - one);
  return delays[Math.min(delays.length - 1, Math.floor(delays.length / 50))] ?? null;
}

/**
 * Returns a list to which the entries of a type are added as they arrive. The list stays empty if
 * the browser does not support the type.
 */
function watch(type: string, options: object = {}): PerformanceEntry[] {
  const entries: PerformanceEntry[] = [];
  try {
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({ type, buffered: true, ...options });
  } catch {
    // an unsupported entry type throws
  }
  return entries;
}

/**
 * Reports each measure once, when the page is hidden for the first time, because a hidden page may
 * never become visible again.
 */
export function measureWebVitals(tell: (vital: WebVital) => void): void {
  const paints = watch('paint');
  const largest = watch('largest-contentful-paint');
  const shifts = watch('layout-shift') as Shift[];
  const interactions = watch('event', { durationThreshold: 40 }) as Interaction[];
  const tellAll = () => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const values: [WebVital['metric'], number | null | undefined][] = [
      ['LCP', largest.at(-1)?.startTime],
      ['INP', interactionDelayOf(interactions)],
      ['CLS', layoutShiftOf(shifts)],
      ['FCP', paints.find(({ name }) => name === 'first-contentful-paint')?.startTime],
      ['TTFB', load?.responseStart],
    ];
    for (const [metric, value] of values) {
      if (typeof value !== 'number') continue;
      tell({ type: 'webVital.measured', metric, value: Math.round(value * 1000) / 1000 });
    }
  };
  const hide = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', hide);
    tellAll();
  };
  document.addEventListener('visibilitychange', hide);
}
