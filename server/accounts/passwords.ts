import type { Mailer } from '../mail/mailer.port.ts';
import { changeUser, findUserByEmail, type User } from '../owners/users.store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { PasswordHashes } from './password-hashes.ts';
import { refuseWeakPassword } from './password-policy.ts';
import {
  countPasswordTry,
  deleteOldPasswordTries,
  forgetPasswordTries,
} from './password-tries.store.ts';

/** Maximum number of wrong passwords per email address. Signing in by mailed code still works. */
const maxTries = 10;
const windowMs = 15 * 60_000;

export type Passwords = {
  /**
   * Returns the hash of a new password. Writes nothing.
   * @throws AppError weak_password, rate_limited
   */
  prepare(password: string, address: string): Promise<string>;
  /** Sets the password. A user who already had a password is notified by mail. */
  set(tx: Tx, user: User, passwordHash: string): Promise<void>;
  /**
   * Returns the user with this email address and password.
   * @returns `passwordHash` if the stored hash should be replaced
   * @throws AppError invalid_credentials, too_many_tries, rate_limited
   */
  check(address: string, password: string): Promise<{ user: User; passwordHash: string | null }>;
  forgetTries(tx: Tx, address: string): Promise<void>;
  forgetOldTries(): Promise<void>;
};

export function createPasswords(deps: {
  db: Database;
  hashes: PasswordHashes;
  mailer: Mailer;
  /** product name, refused as a password */
  product: string;
  now: () => Date;
}): Passwords {
  const { db, hashes, mailer, product, now } = deps;
  const windowStart = () => new Date(now().getTime() - windowMs);

  return {
    async prepare(password, address) {
      const [local = ''] = address.split('@');
      await refuseWeakPassword(password, [address, local, product]);
      return await hashes.hash(password);
    },
    async set(tx, user, passwordHash) {
      await changeUser(tx, user.ownerId, { passwordHash });
      if (user.passwordHash === null) return;
      const { email, locale } = user;
      const cause = `password ${newId()}`;
      await mailer.write(tx, { cause, to: email, locale, kind: 'passwordChanged', values: {} });
    },
    async check(address, password) {
      const tries = await countPasswordTry(db, { address, now: now(), since: windowStart() });
      if (tries > maxTries)
        throw new AppError('too_many_tries', `${tries} wrong passwords were tried`);
      const user = await findUserByEmail(db, address);
      const { isRight, isOutdated } = await hashes.verify(password, user?.passwordHash ?? null);
      if (!user || !isRight)
        throw new AppError(
          'invalid_credentials',
          'the account does not exist or the password is wrong',
        );
      return { user, passwordHash: isOutdated ? await hashes.hash(password) : null };
    },
    forgetTries: (tx, address) => forgetPasswordTries(tx, address),
    forgetOldTries: () => deleteOldPasswordTries(db, windowStart()),
  };
}
