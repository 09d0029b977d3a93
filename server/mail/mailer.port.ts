import type { Locale } from '../../machines/model/locale.ts';
import type { Tx } from '../store/database.ts';

/** What each kind of mail tells, besides its words. */
export type MailValues = {
  /** signs in or up; `link` does the same with one press */
  signInCode: { code: string; link: string };
  resetCode: { code: string };
  /** a reset was asked for, and the address has no account */
  resetUnknown: Record<string, never>;
  /** goes to the former and to the new address, each with its own code */
  changeEmailCode: { code: string };
  deleteCode: { code: string };
  passwordChanged: Record<string, never>;
  /** goes to the former address */
  emailChanged: { to: string };
  accountDeleted: Record<string, never>;
  exportReady: { link: string };
  /** goes to the support address; an answer to it goes to `from` */
  contactMessage: { from: string; name: string; text: string };
  contactReceipt: { text: string };
  /** proves that the buyer of an order asks; `code` are digits, `order` is its number */
  orderCode: { code: string; order: string };
  /** amounts are in the minor unit, dates are ISO 8601 */
  receipt: {
    order: string;
    receiptNumber: string;
    productKind: 'pack' | 'pass' | 'plan';
    credits: number;
    /** absent in mails that were written before it was told */
    duration?: number;
    durationUnit: number;
    amount: number;
    currency: string;
    tax: number;
    taxBasisPoints: number;
    taxName: string;
    reason: 'purchase' | 'renewal' | 'change';
    /** the name of the way to pay; null for a card, which has a word in every language */
    method: string | null;
    paidAt: string;
    isLate: boolean;
    renewal: { amount: number; at: string } | null;
    withdrawableUntil: string | null;
  };
  refund: {
    order: string;
    amount: number;
    currency: string;
    reason: 'paidTwice' | 'wrongAmount' | 'withdrawal' | 'afterCancel' | 'closed' | 'operator';
  };
  /** `nextTryAt` is null when the plan is over */
  renewalFailed: { order: string; amount: number; currency: string; nextTryAt: string | null };
  /** `receivedAt`: when the declaration arrived, which has to be confirmed (§ 312k (4) BGB) */
  planCancelled: { order: string; receivedAt: string; endsAt: string; credits: number };
  withdrawn: {
    order: string;
    receivedAt: string;
    amount: number;
    currency: string;
    credits: number;
  };
  /** not transactional: carries a way to unsubscribe; `date` is ISO 8601 */
  retentionReminder: { count: number; date: string };
};

export type MailKind = keyof MailValues;

export type Mail<Kind extends MailKind = MailKind> = {
  /** two mails of one cause are one mail */
  cause: string;
  /** one address; checked by whoever takes it from a visitor */
  to: string;
  locale: Locale;
  kind: Kind;
  values: MailValues[Kind];
};

export interface Mailer {
  /**
   * Inserts the mail into the caller's transaction; nothing is sent before that is committed.
   * @throws AppError mail_failed when somebody waits for this mail and the server sends none
   */
  write<Kind extends MailKind>(tx: Tx, mail: Mail<Kind>): Promise<void>;
  /** After the commit: best effort; the sweeper finds what nobody was woken for. */
  wake(): Promise<void>;
}
