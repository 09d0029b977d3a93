import { PortError } from '../../../machines/ports/port-failure.ts';

/**
 * Runs what a browser may refuse by throwing: cookies and storage when they are disabled, in a frame
 * without an origin, or full; history when it is changed too often.
 */
export function unlessRefused<Value>(call: string, act: () => Value): Value {
  try {
    return act();
  } catch (cause) {
    const msg = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new PortError({ reason: 'unsupported', msg, call }, { cause });
  }
}
