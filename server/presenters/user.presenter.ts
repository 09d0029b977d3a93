import type { UserInfo } from '../../contract/user.ts';
import type { Allowance } from '../domain/allowance.ts';

/** A guest: no id (R20), and what is left of today's allowance. */
export const presentGuest = ({ limit, used, resetsAt }: Allowance): UserInfo => ({
  vipStatus: 0,
  subscriptionStatus: 0,
  allowance: { limit, used, resetsAt: resetsAt.toISOString() },
});
