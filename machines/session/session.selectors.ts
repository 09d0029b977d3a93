import type { SnapshotFrom } from 'xstate';
import { isLoggedIn, isSubscribed, isVip } from '../model/user.ts';
import type { sessionMachine } from './session.machine.ts';

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

export const selectUser = (snapshot: SessionSnapshot) => snapshot.context.user;

/** R20: the user info has an id. */
export const selectIsLoggedIn = (snapshot: SessionSnapshot) => isLoggedIn(snapshot.context.user);

export const selectIsVip = (snapshot: SessionSnapshot) => isVip(snapshot.context.user);

export const selectIsSubscribed = (snapshot: SessionSnapshot) =>
  isSubscribed(snapshot.context.user);

/** What a guest may still use today; null while unknown and for users. */
export const selectAllowance = (snapshot: SessionSnapshot) =>
  snapshot.context.user?.allowance ?? null;

/** False while the cookies or the server are being asked. */
export const selectIsSettled = (snapshot: SessionSnapshot) => snapshot.hasTag('settled');
