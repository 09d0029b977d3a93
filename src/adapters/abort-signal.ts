import type { CancelSignal } from '../../machines/ports/port.ts';

/**
 * Returns a chart's signal as an AbortSignal for the browser. XState already passes an AbortSignal,
 * but tests may pass a simpler object.
 */
export function toAbortSignal(signal: CancelSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort());
  return controller.signal;
}
