import type { CodeType } from '../../contract/account.ts';
import type { Locale } from '../../machines/model/locale.ts';
import { resendAfterMs } from '../mail/code-limits.ts';
import { noteAsker } from '../mail/email-codes.store.ts';
import type { CodePurpose, EmailCodes, MadeCode } from '../mail/email-codes.ts';
import type { Mail, Mailer } from '../mail/mailer.port.ts';
import { inLockOrder, readAddress } from '../owners/address.ts';
import { findUser, findUserByEmail, type User } from '../owners/users.store.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { reached } from '../platform/write-points.ts';

/** Pause before the next request, and expiry of the mailed code. */
export type SentCode = { resendAfterMs: number; expiresAt: Date };

export type CodeAsked = {
  subnet: string;
  locale: Locale;
  /** returns true if this browser has signed in to the email address before */
  knows: (address: string) => boolean;
};

/** Code types that every caller may request. The other types need a signed-in user. */
export type OpenType = Exclude<CodeType, OwnType>;
export type OwnType = 'changeEmail' | 'deleteAccount';

export type MailedCodes = {
  /**
   * Mails a code. Work and duration are the same for every email address, so that the caller cannot
   * find out whether an account exists.
   * @throws AppError invalid_email, code_too_soon, rate_limited
   */
  send(request: { email: string; type: OpenType }, from: CodeAsked): Promise<SentCode>;
  /**
   * Mails a code to a user's own email address. For an address change, mails another code to the
   * new address.
   * @throws AppError invalid_email, code_too_soon, rate_limited, 10009
   */
  sendOwn(
    request: { email: string; type: OwnType; ownerId: string },
    from: CodeAsked,
  ): Promise<SentCode>;
};

export type MailedCodesDeps = {
  db: Database;
  codes: EmailCodes;
  mailer: Mailer;
  /** returns the URL of the start page in a language */
  startPage: (locale: Locale) => string;
  onError: (error: unknown) => void;
};

export function createMailedCodes(deps: MailedCodesDeps): MailedCodes {
  const { db, codes, mailer, startPage } = deps;

  function mailOf(
    type: OpenType,
    { code, link }: MadeCode,
    user: User | undefined,
    locale: Locale,
  ): Pick<Mail, 'kind' | 'values'> {
    if (type === 'resetPassword') {
      return user ? { kind: 'resetCode', values: { code } } : { kind: 'resetUnknown', values: {} };
    }
    return { kind: 'signInCode', values: { code, link: `${startPage(locale)}#direct=${link}` } };
  }

  type Letter = { address: string; purpose: CodePurpose } & {
    write: (code: MadeCode, user: User | undefined) => Pick<Mail, 'kind' | 'values'>;
  };

  /**
   * Mails codes. Locks the addresses in a fixed order to prevent deadlocks.
   * @param asker the signed-in user; one of the email addresses belongs to this user
   */
  async function mail(
    letters: Letter[],
    { subnet, locale, knows }: CodeAsked,
    asker?: Pick<User, 'ownerId' | 'email'>,
  ): Promise<SentCode> {
    const made = await db.transaction(async (tx) => {
      const codesMade = [];
      for (const letter of inLockOrder(letters)) {
        const { address, purpose } = letter;
        const request = { address, purpose, subnet, isKnown: knows(address) };
        const code = await codes.make(tx, request);
        const written = letter.write(code, await findUserByEmail(tx, address));
        await mailer.write(tx, { cause: `code ${code.id}`, to: address, locale, ...written });
        codesMade.push(code);
      }
      const ids = codesMade.map(({ id }) => id);
      if (asker) await noteAsker(tx, ids, await stillOwnerOf(tx, asker));
      return codesMade;
    });
    reached('code.written');
    // The mails are in the outbox, so the sweep sends them if this call fails.
    await mailer.wake().catch(deps.onError);
    const ends = Math.min(...made.map(({ expiresAt }) => expiresAt.getTime()));
    return { resendAfterMs, expiresAt: new Date(ends) };
  }

  async function userOf(queries: Queries, ownerId: string): Promise<User> {
    const user = await findUser(queries, ownerId);
    if (!user) throw new AppError('10009', 'the account was deleted in the meantime');
    return user;
  }

  /**
   * Checks that the account still exists. An earlier deletion would not have removed these codes. A
   * later deletion waits until the codes are committed, because the caller holds the lock of the
   * email address.
   */
  async function stillOwnerOf(
    tx: Tx,
    { ownerId, email }: Pick<User, 'ownerId' | 'email'>,
  ): Promise<string> {
    const user = await userOf(tx, ownerId);
    if (user.email !== email)
      throw new AppError('invalid_email', 'the address was changed in the meantime');
    return ownerId;
  }

  return {
    async send({ email, type }, from) {
      const address = readAddress(email);
      const purpose = type === 'resetPassword' ? type : 'signIn';
      const write: Letter['write'] = (code, user) => mailOf(type, code, user, from.locale);
      return await mail([{ address, purpose, write }], from);
    },
    async sendOwn({ email, type, ownerId }, from) {
      const address = readAddress(email);
      const asker = await userOf(db, ownerId);
      const own = asker.email;
      if ((address === own) === (type === 'changeEmail')) {
        throw new AppError(
          'invalid_email',
          'a code to change the email address must go to a new address, any other code to the address of the account',
        );
      }
      const kind = type === 'changeEmail' ? 'changeEmailCode' : 'deleteCode';
      const addresses = type === 'changeEmail' ? [own, address] : [own];
      const write: Letter['write'] = ({ code }) => ({ kind, values: { code } });
      return await mail(
        addresses.map((to) => ({ address: to, purpose: type, write })),
        from,
        asker,
      );
    },
  };
}
