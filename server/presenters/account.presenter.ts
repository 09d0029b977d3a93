import type { Account } from '../../contract/account.ts';
import type { AccountView } from '../domain/accounts/account.ts';

/** A user's account as they see it. */
export const presentAccount = ({ user, providers, reminders }: AccountView): Account => ({
  email: user.email,
  hasPassword: user.passwordHash !== null,
  providers,
  locale: user.locale,
  reminders,
  createdAt: user.createdAt.toISOString(),
});
