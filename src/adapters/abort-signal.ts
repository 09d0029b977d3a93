import type { CancelSignal } from '../../machines/ports/port.ts';

/** A chart's signal as an AbortSignal for the browser: XState passes a real one, tests may not. */
export function toAbortSignal(signal: CancelSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort());
  return controller.signal;
}
