import type { SnapshotFrom } from 'xstate';
import type { Caller } from '../model/user.ts';
import type { sessionMachine } from './session.machine.ts';

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** True if the user info has an id (R20). */
export const selectIsLoggedIn = (snapshot: SessionSnapshot): boolean =>
  snapshot.matches({ known: { identity: 'signedIn' } });

/** True if the cookies have been read, so that the identity for calls is known. */
export const isCallerKnown = (snapshot: SessionSnapshot): boolean => snapshot.matches('known');

/**
 * Returns the identity that calls are sent with. A guest sends no token, whatever the cookies
 * contain (R22).
 */
export const selectCaller = (snapshot: SessionSnapshot): Caller =>
  selectIsLoggedIn(snapshot) ? { kind: 'user', token: snapshot.context.token } : { kind: 'guest' };

/**
 * Returns the email address of the account. Returns null for a guest, or until the server has
 * reported the address.
 */
export const selectOwnAddress = (snapshot: SessionSnapshot): string | null =>
  (selectIsLoggedIn(snapshot) && snapshot.context.user?.email) || null;

/** Returns the user's credits, or null for a guest or while the credits are unknown. */
export const selectCredits = (snapshot: SessionSnapshot) => snapshot.context.user?.credits ?? null;

/** Returns the daily allowance, or null while the allowance is unknown. */
export const selectAllowance = (snapshot: SessionSnapshot) =>
  snapshot.context.user?.allowance ?? null;
