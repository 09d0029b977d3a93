import { type ActorRefFrom, type AnyActorRef, waitFor } from 'xstate';
import type { Caller } from '../../machines/model/user.ts';
import type { sessionMachine } from '../../machines/session/session.machine.ts';
import { isCallerKnown, selectCaller } from '../../machines/session/session.selectors.ts';

type Session = ActorRefFrom<typeof sessionMachine>;

const guest: Caller = { kind: 'guest' };

/**
 * Returns the identity of the current session. If the session chart has crashed, returns a guest.
 */
export async function sessionCaller({ system }: AnyActorRef): Promise<Caller> {
  const session: Session | undefined = system.get('session');
  if (!session) return guest;
  return waitFor(session, isCallerKnown).then(selectCaller, () => guest);
}
