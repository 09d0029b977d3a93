import type { UserInfo } from '../../contract/user.ts';
import type { Allowance } from '../domain/allowance.ts';
import type { CreditsSummary } from '../domain/ledger.ts';
import type { Owner } from '../domain/principal.ts';

/**
 * Whoever calls, with what is left of today's allowance. Only a user has an id (R20).
 * @param email of the user; null for a guest
 */
export const presentUser = (
  owner: Owner | null,
  email: string | null,
  { limit, used, resetsAt }: Allowance,
  credits: CreditsSummary | null,
  status: { vipStatus: number; subscriptionStatus: number },
): UserInfo => ({
  ...(owner?.kind === 'user' ? { id: owner.id } : {}),
  ...(email === null ? {} : { email }),
  ...status,
  // A guest and a user who became one may have used more than one of them may.
  allowance: { limit, used: Math.min(used, limit), resetsAt: resetsAt.toISOString() },
  credits: credits && {
    balance: credits.balance,
    expiresNext: credits.expiresNext && {
      amount: credits.expiresNext.amount,
      at: credits.expiresNext.at.toISOString(),
    },
  },
});
