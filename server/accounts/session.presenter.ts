import type { z } from 'zod';
import type { sessionList } from '../../contract/account.ts';
import type { Session } from '../owners/sessions.ts';

type PresentedSession = z.output<typeof sessionList>['sessions'][number];

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

/**
 * Returns the current session first, then the other sessions in the given order (last used first).
 */
export function presentSessions(sessions: Session[], currentId: string): PresentedSession[] {
  const presented = sessions.map((session) => presentSession(session, currentId));
  return presented.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
