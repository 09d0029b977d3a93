import type { UserInfo } from '../../contract/user.ts';
import type { Allowance } from '../credits/allowance.ts';
import type { CreditsSummary } from '../credits/ledger.ts';
import type { Owner } from '../owners/principal.ts';

/**
 * Returns the caller with today's remaining allowance. Only a user has an id (R20).
 * @param email null for a guest
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
  // A guest and the user into which the guest was merged may together have used more than the
  // limit.
  allowance: { limit, used: Math.min(used, limit), resetsAt: resetsAt.toISOString() },
  credits: credits && {
    balance: credits.balance,
    expiresNext: credits.expiresNext && {
      amount: credits.expiresNext.amount,
      at: credits.expiresNext.at.toISOString(),
    },
  },
});
