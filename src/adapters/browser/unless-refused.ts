import { PortError } from '../../../machines/ports/port-failure.ts';

/**
 * Does for `call` what a browser may refuse by throwing: cookies and storage where the visitor has
 * forbidden them, in a frame without an origin, or when there is no room left; history when it was
 * changed too often.
 */
export function unlessRefused<Value>(call: string, act: () => Value): Value {
  try {
    return act();
  } catch (cause) {
    const msg = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new PortError({ reason: 'unsupported', msg, call }, { cause });
  }
}
