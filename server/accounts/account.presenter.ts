import type { Account } from '../../contract/account.ts';
import type { AccountView } from './account.ts';

export const presentAccount = ({ user, providers, reminders }: AccountView): Account => ({
  email: user.email,
  hasPassword: user.passwordHash !== null,
  providers,
  locale: user.locale,
  reminders,
  createdAt: user.createdAt.toISOString(),
});
