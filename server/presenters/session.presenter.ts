import type { z } from 'zod';
import type { sessionList } from '../../contract/account.ts';
import type { Session } from '../domain/accounts/sessions.ts';

type PresentedSession = z.output<typeof sessionList>['sessions'][number];

/** One row of "where you are signed in". */
const presentSession = (
  { id, device, createdAt, lastSeenAt, expiresAt }: Session,
  currentId: string,
): PresentedSession => ({
  id,
  isCurrent: id === currentId,
  device,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

/** The session of the call comes first, the others as they are listed: used last first. */
export function presentSessions(sessions: Session[], currentId: string): PresentedSession[] {
  const presented = sessions.map((session) => presentSession(session, currentId));
  return presented.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
