import type { SnapshotFrom } from 'xstate';
import type { Caller } from '../model/user.ts';
import type { sessionMachine } from './session.machine.ts';

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** True if the user info has an id (R20). */
export const selectIsLoggedIn = (snapshot: SessionSnapshot): boolean =>
  snapshot.matches({ known: { identity: 'signedIn' } });

/** True if the cookies were read, so that the caller is known. */
export const isCallerKnown = (snapshot: SessionSnapshot): boolean => snapshot.matches('known');

/** A guest's token is empty, independent of the cookies (R22). */
export const selectCaller = (snapshot: SessionSnapshot): Caller =>
  selectIsLoggedIn(snapshot) ? { kind: 'user', token: snapshot.context.token } : { kind: 'guest' };

/** The account's address. Null for a guest, or until the server has reported it. */
export const selectOwnAddress = (snapshot: SessionSnapshot): string | null =>
  (selectIsLoggedIn(snapshot) && snapshot.context.user?.email) || null;

/** The user's balance. Null while unknown, or for a guest. */
export const selectCredits = (snapshot: SessionSnapshot) => snapshot.context.user?.credits ?? null;

/** Today's allowance, or null while unknown. */
export const selectAllowance = (snapshot: SessionSnapshot) =>
  snapshot.context.user?.allowance ?? null;
