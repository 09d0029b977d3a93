import { PortError } from '../../../machines/ports/port-failure.ts';

/**
 * Reads or writes cookies or local storage for `call`. Browsers throw where a visitor has forbidden
 * both, in a frame without an origin, and when there is no room left.
 */
export function atStorage<Value>(call: string, act: () => Value): Value {
  try {
    return act();
  } catch (cause) {
    const msg = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new PortError({ reason: 'unsupported', msg, call }, { cause });
  }
}
