import type { CodeType } from '../../../contract/account.ts';
import type { Locale } from '../../../machines/model/locale.ts';
import type { Mail, Mailer } from '../../mail/mailer.port.ts';
import type { Database } from '../../store/database.ts';
import { findUserByEmail, type User } from '../../store/users.store.ts';
import { reached } from '../../write-points.ts';
import { readAddress } from './address.ts';
import { type EmailCodes, type MadeCode, resendAfterMs } from './email-codes.ts';

/** When another code may be asked for, and how long this one is good for. */
export type SentCode = { resendAfterMs: number; expiresAt: Date };

export type CodeAsked = { network: string; locale: Locale };

export type MailedCodes = {
  /**
   * Mails a code; what happens here and how long it takes is the same for every address.
   * @throws AppError invalid_email, code_too_soon, rate_limited
   */
  send(wish: { email: string; type: CodeType }, from: CodeAsked): Promise<SentCode>;
};

export type MailedCodesDeps = {
  db: Database;
  codes: EmailCodes;
  mailer: Mailer;
  /** the address of the start page in a language */
  startPage: (locale: Locale) => string;
  onError: (error: unknown) => void;
};

export function createMailedCodes(deps: MailedCodesDeps): MailedCodes {
  const { db, codes, mailer, startPage } = deps;

  function mailOf(
    type: CodeType,
    { code, link }: MadeCode,
    user: User | undefined,
    locale: Locale,
  ): Pick<Mail, 'kind' | 'values'> {
    if (type === 'resetPassword') {
      return user ? { kind: 'resetCode', values: { code } } : { kind: 'resetUnknown', values: {} };
    }
    return { kind: 'signInCode', values: { code, link: `${startPage(locale)}#direct=${link}` } };
  }

  return {
    async send({ email, type }, { network, locale }) {
      const address = readAddress(email);
      const purpose = type === 'signUp' ? 'signIn' : type;
      const made = await db.transaction(async (tx) => {
        const code = await codes.make(tx, { address, purpose, network });
        const user = await findUserByEmail(tx, address);
        const mail = mailOf(type, code, user, locale);
        await mailer.write(tx, { cause: `code ${code.id}`, to: address, locale, ...mail });
        return code;
      });
      reached('code.written');
      // It is in the outbox: if this fails, the sweeper sends it.
      await mailer.wake().catch(deps.onError);
      return { resendAfterMs, expiresAt: made.expiresAt };
    },
  };
}
