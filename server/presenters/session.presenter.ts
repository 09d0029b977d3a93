import type { z } from 'zod';
import type { sessionList } from '../../contract/account.ts';
import type { Session } from '../domain/accounts/sessions.ts';

/** One row of "where you are signed in". */
export const presentSession = (
  { id, device, createdAt, lastSeenAt, expiresAt }: Session,
  currentId: string,
): z.output<typeof sessionList>['sessions'][number] => ({
  id,
  isCurrent: id === currentId,
  device,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
