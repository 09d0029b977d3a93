import type { EmailCodes } from '../mail/email-codes.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { readAddress } from '../owners/address.ts';
import { isSecret } from '../owners/secrets.ts';
import { deleteSessionsOf } from '../owners/sessions.store.ts';
import { changeUser, findUserByEmail, lockAddress, type User } from '../owners/users.store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { reached } from '../platform/write-points.ts';
import { commitEntrance, type Entered, type Entrance, type Newcomer } from './entrance.ts';
import type { Passwords } from './passwords.ts';

export type SignIns = {
  /**
   * Signs in by a mailed code, and creates the account if the email address has none. If a password
   * is given, it replaces the account's password, as in a reset.
   * @throws AppError invalid_email, invalid_code, code_expired, too_many_tries, weak_password
   */
  byCode(
    given: { email: string; code: string; password?: string | undefined },
    from: Newcomer,
  ): Promise<Entered>;
  /**
   * Signs in by email address and password.
   * @throws AppError invalid_email, invalid_credentials, too_many_tries, rate_limited
   */
  byPassword(given: { email: string; password: string }, from: Newcomer): Promise<Entered>;
  /**
   * Returns the email address that a link was mailed to. The link remains usable.
   * @throws AppError invalid_link
   */
  readLink(link: string): Promise<{ email: string }>;
  /** Signs in by a mailed link, which is then used up. @throws AppError invalid_link */
  byLink(link: string, from: Newcomer): Promise<Entered>;
  /**
   * Sets a new password and ends every other session. A mailed code must prove the request.
   * @throws AppError invalid_email, invalid_code, code_expired, too_many_tries, weak_password
   */
  resetPassword(
    given: { email: string; code: string; password: string },
    from: Newcomer,
  ): Promise<Entered>;
};

export type SignInsDeps = {
  db: Database;
  codes: EmailCodes;
  entrance: Entrance;
  passwords: Passwords;
  mailer: Mailer;
  onError: (error: unknown) => void;
};

const deadLink = () => new AppError('invalid_link', 'the link is unknown, used or too old');

export function createSignIns(deps: SignInsDeps): SignIns {
  const { db, codes, entrance, passwords, mailer } = deps;

  async function setPassword(tx: Tx, user: User, passwordHash: string) {
    await passwords.set(tx, user, passwordHash);
    await deleteSessionsOf(tx, user.ownerId);
    await passwords.forgetTries(tx, user.email);
  }

  /**
   * Starts the sending of mails that the transaction wrote. If this call fails, the sweep sends the
   * mails.
   */
  const wakeMailer = () => mailer.wake().catch(deps.onError);

  return {
    async byCode({ email, code, password }, from) {
      const address = readAddress(email);
      // Hashes before the transaction begins, so that no transaction waits for the hash.
      const hash = password === undefined ? null : await passwords.prepare(password, address);
      const entered = await commitEntrance(db, async (tx) => {
        const refusal = await codes.spend(tx, { address, purpose: 'signIn', typed: code });
        if (refusal) return refusal;
        reached('signIn.code-used');
        const user = await entrance.userOf(tx, address, from);
        if (hash) await setPassword(tx, user, hash);
        return await entrance.enter(tx, user, from);
      });
      if (hash) await wakeMailer();
      return entered;
    },
    async byPassword({ email, password }, from) {
      const address = readAddress(email);
      const { user, passwordHash } = await passwords.check(address, password);
      return await commitEntrance(db, async (tx) => {
        await lockAddress(tx, address);
        const now = await findUserByEmail(tx, address);
        // The password was changed, or the account was deleted, during the check.
        if (now?.passwordHash !== user.passwordHash) {
          throw new AppError('invalid_credentials', 'the password was changed in the meantime');
        }
        if (passwordHash) await changeUser(tx, user.ownerId, { passwordHash });
        await passwords.forgetTries(tx, address);
        return await entrance.enter(tx, user, from);
      });
    },
    async readLink(link) {
      const email = isSecret(link) ? await codes.readLink(db, link) : null;
      if (email === null) throw deadLink();
      return { email };
    },
    byLink: (link, from) =>
      commitEntrance(db, async (tx) => {
        const address = isSecret(link) ? await codes.spendLink(tx, link) : null;
        if (address === null) throw deadLink();
        reached('signIn.code-used');
        return await entrance.enter(tx, await entrance.userOf(tx, address, from), from);
      }),
    async resetPassword({ email, code, password }, from) {
      const address = readAddress(email);
      const hash = await passwords.prepare(password, address);
      const entered = await commitEntrance(db, async (tx) => {
        const refusal = await codes.spend(tx, { address, purpose: 'resetPassword', typed: code });
        if (refusal) return refusal;
        reached('signIn.code-used');
        const user = await findUserByEmail(tx, address);
        // No reset code is mailed to an email address without an account, so the account was
        // deleted in the meantime.
        if (!user) return 'invalid_code';
        await setPassword(tx, user, hash);
        return await entrance.enter(tx, user, from);
      });
      await wakeMailer();
      return entered;
    },
  };
}
