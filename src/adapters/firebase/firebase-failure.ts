import { PortError, type PortFailure } from '../../../machines/ports/port-failure.ts';

const refused = (code: string): PortFailure => ({ reason: 'refused', code });

/**
 * Failures by the error codes of the identity provider. Any other code is a fault of this code or
 * of the settings of the provider's project.
 */
const failures: Readonly<Record<string, PortFailure>> = {
  'auth/popup-blocked': refused('popup_blocked'),
  'auth/popup-closed-by-user': refused('popup_closed'),
  // the visitor pressed "deny" in the provider's window
  'auth/user-cancelled': refused('popup_closed'),
  // the visitor has opened another window of the provider
  'auth/cancelled-popup-request': refused('popup_closed'),
  'auth/network-request-failed': { reason: 'offline' },
  'auth/timeout': { reason: 'timeout' },
  'auth/too-many-requests': refused('rate_limited'),
  'auth/operation-not-supported-in-this-environment': { reason: 'unsupported' },
  'auth/web-storage-unsupported': { reason: 'unsupported' },
  'auth/user-disabled': refused('provider_refused'),
  'auth/user-token-expired': refused('provider_refused'),
  'auth/invalid-credential': refused('provider_refused'),
  'auth/account-exists-with-different-credential': refused('provider_refused'),
  'auth/admin-restricted-operation': refused('provider_refused'),
};

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : '';

export function providerFailure(cause: unknown): PortError {
  const code = codeOf(cause);
  const known = failures[code] ?? { reason: 'unexpected' };
  const msg = code || (cause instanceof Error ? cause.message : String(cause));
  return new PortError({ ...known, msg, call: 'askProvider' }, { cause });
}
