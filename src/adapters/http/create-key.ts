import { PortError } from '../../../machines/ports/port-failure.ts';

/** Returns an unguessable key of 32 hex digits. Pages without https do not have `randomUUID`. */
export function createKey(): string {
  try {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch (cause) {
    const msg = 'crypto.getRandomValues is unavailable.';
    throw new PortError({ reason: 'unexpected', msg, call: 'createKey' }, { cause });
  }
}
