import type { SnapshotFrom } from 'xstate';
import type { Caller } from '../model/user.ts';
import type { sessionMachine } from './session.machine.ts';

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** R20: the user info has an id. */
export const selectIsLoggedIn = (snapshot: SessionSnapshot): boolean =>
  snapshot.matches({ known: { identity: 'signedIn' } });

/** The cookies were read, so the caller is known. */
export const isCallerKnown = (snapshot: SessionSnapshot): boolean => snapshot.matches('known');

/** R22: a guest's token is empty, whatever a cookie may still contain. */
export const selectCaller = (snapshot: SessionSnapshot): Caller =>
  selectIsLoggedIn(snapshot) ? { kind: 'user', token: snapshot.context.token } : { kind: 'guest' };

/** Address of the user's account, or null for a guest, and until the server has reported it. */
export const selectOwnAddress = (snapshot: SessionSnapshot): string | null =>
  (selectIsLoggedIn(snapshot) && snapshot.context.user?.email) || null;

/** The user's credits besides the allowance, or null while unknown and for a guest. */
export const selectCredits = (snapshot: SessionSnapshot) => snapshot.context.user?.credits ?? null;

/** Today's allowance, or null while unknown. */
export const selectAllowance = (snapshot: SessionSnapshot) =>
  snapshot.context.user?.allowance ?? null;
