import { PortError, type PortFailure } from '../../../machines/ports/port-failure.ts';

const refused = (code: string): PortFailure => ({ reason: 'refused', code });

/** Failures by the provider's codes; any other code is a fault of ours or of the project's settings. */
const failures: Readonly<Record<string, PortFailure>> = {
  'auth/popup-blocked': refused('popup_blocked'),
  'auth/popup-closed-by-user': refused('popup_closed'),
  // the visitor pressed the provider's "deny" button
  'auth/user-cancelled': refused('popup_closed'),
  // another window was opened in the meantime
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

/** Converts an error of the provider's code to a failure for charts. */
export function providerFailure(cause: unknown): PortError {
  const code = codeOf(cause);
  const known = failures[code] ?? { reason: 'unexpected' };
  const msg = code || (cause instanceof Error ? cause.message : String(cause));
  return new PortError({ ...known, msg, call: 'askProvider' }, { cause });
}
