import { PortError } from '../../../machines/ports/port-failure.ts';

/**
 * Calls a browser function that may throw. Cookies and storage throw if they are disabled or full,
 * or in a frame without an origin. The history throws if it is changed too often.
 */
export function unlessRefused<Value>(call: string, act: () => Value): Value {
  try {
    return act();
  } catch (cause) {
    const msg = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new PortError({ reason: 'unsupported', msg, call }, { cause });
  }
}
