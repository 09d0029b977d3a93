import type { Locale } from '../../machines/model/locale.ts';
import { hashOfAddress } from '../mail/address-hash.ts';
import type { CodeRefusal, EmailCodes } from '../mail/email-codes.ts';
import { purchaseMails } from '../mail/mail-kinds.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { isUnsubscribed, readdressMails, setSubscribed } from '../mail/mails.store.ts';
import { readAddress } from '../owners/address.ts';
import { lockOwner } from '../owners/owners.store.ts';
import { deleteSessionsOf } from '../owners/sessions.store.ts';
import {
  changeUser,
  findUser,
  findUserByEmail,
  type Identity,
  providersOf,
  type User,
} from '../owners/users.store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { giveUpExportsOf } from './account-exports.store.ts';
import type { Passwords } from './passwords.ts';
import type { Welcome } from './welcome.ts';

/** A signed-in user and the current session. */
export type SignedIn = { ownerId: string; sessionId: string };

export type AccountView = { user: User; providers: Identity['provider'][]; reminders: boolean };

export type Preferences = { locale?: Locale | undefined; reminders?: boolean | undefined };

export type Account = {
  /** @throws AppError 10009 if the account was deleted in the meantime */
  view(ownerId: string): Promise<AccountView>;
  /** @throws AppError 10009 if the account was deleted in the meantime */
  emailOf(ownerId: string): Promise<string>;
  /**
   * Changes preferences. Absent fields stay unchanged.
   * @throws AppError 10009 if the account was deleted in the meantime
   */
  setPreferences(ownerId: string, request: Preferences): Promise<void>;
  /**
   * Changes the email address.
   * @param request `code` was mailed to the new address, `currentCode` to the current address
   * @throws AppError invalid_email, email_taken, and every `CodeRefusal`
   */
  changeEmail(
    ownerId: string,
    request: { email: string; code: string; currentCode: string },
  ): Promise<void>;
  /**
   * Sets a password and ends every other session.
   * @throws AppError weak_password, invalid_credentials, and every `CodeRefusal`
   */
  changePassword(
    by: SignedIn,
    request: { password: string; proof: { oldPassword: string } | { code: string } },
  ): Promise<void>;
};

const deleted = () => new AppError('10009', 'the account was deleted in the meantime');

export function createAccount(deps: {
  db: Database;
  codes: EmailCodes;
  passwords: Passwords;
  welcome: Pick<Welcome, 'leave'>;
  mailer: Mailer;
  now: () => Date;
  onError: (error: unknown) => void;
}): Account {
  const { db, codes, passwords, mailer } = deps;

  async function userOf(ownerId: string): Promise<User> {
    const user = await findUser(db, ownerId);
    if (!user) throw deleted();
    return user;
  }

  /**
   * Runs `work` in a transaction. Throws a refusal only after the commit, because the count of
   * wrong codes must be stored.
   */
  async function commit(work: (tx: Tx) => Promise<CodeRefusal | null>): Promise<void> {
    const refusal = await db.transaction(work);
    if (refusal) throw new AppError(refusal, 'the code was refused');
    // The mails are in the outbox, so the sweep sends them if this call fails.
    await mailer.wake().catch(deps.onError);
  }

  return {
    async view(ownerId) {
      const user = await userOf(ownerId);
      const isOut = await isUnsubscribed(db, hashOfAddress(user.email));
      return { user, providers: await providersOf(db, ownerId), reminders: !isOut };
    },
    emailOf: async (ownerId) => (await userOf(ownerId)).email,
    async setPreferences(ownerId, { locale, reminders }) {
      const { email } = await userOf(ownerId);
      if (locale) await db.transaction((tx) => changeUser(tx, ownerId, { locale }));
      if (reminders === undefined) return;
      const addressHash = hashOfAddress(email);
      await setSubscribed(db, { addressHash, subscribed: reminders, now: deps.now() });
    },
    async changeEmail(ownerId, { email, code, currentCode }) {
      const address = readAddress(email);
      const { email: present } = await userOf(ownerId);
      await commit(async (tx) => {
        const purpose = 'changeEmail';
        const refusal = await codes.spendAll(tx, [
          { address: present, purpose, typed: currentCode },
          { address, purpose, typed: code },
        ]);
        if (refusal) return refusal;
        const user = await findUser(tx, ownerId);
        if (user?.email !== present) throw deleted();
        if (await findUserByEmail(tx, address)) {
          throw new AppError('email_taken', 'another account has this address');
        }
        await deps.welcome.leave(tx, user, address);
        // Export links were mailed to the former email address, so the exports are given up. The
        // lock waits for concurrent requests of the owner.
        await lockOwner(tx, ownerId);
        await giveUpExportsOf(tx, ownerId);
        await changeUser(tx, ownerId, { email: address });
        await readdressMails(tx, {
          from: present,
          to: { address, addressHash: hashOfAddress(address) },
          kinds: purchaseMails,
        });
        if (await isUnsubscribed(tx, hashOfAddress(present))) {
          const addressHash = hashOfAddress(address);
          await setSubscribed(tx, { addressHash, subscribed: false, now: deps.now() });
        }
        await mailer.write(tx, {
          cause: `email ${newId()}`,
          to: present,
          locale: user.locale,
          kind: 'emailChanged',
          values: { to: address },
        });
        return null;
      });
    },
    async changePassword({ ownerId, sessionId }, { password, proof }) {
      const { email: address } = await userOf(ownerId);
      const hash = await passwords.prepare(password, address);
      if ('oldPassword' in proof) await passwords.check(address, proof.oldPassword);
      await commit(async (tx) => {
        if ('code' in proof) {
          const given = { address, purpose: 'resetPassword', typed: proof.code } as const;
          const refusal = await codes.spend(tx, given);
          if (refusal) return refusal;
        }
        const user = await findUser(tx, ownerId);
        if (user?.email !== address) throw deleted();
        await passwords.set(tx, user, hash);
        await passwords.forgetTries(tx, address);
        await deleteSessionsOf(tx, ownerId, sessionId);
        return null;
      });
    },
  };
}
