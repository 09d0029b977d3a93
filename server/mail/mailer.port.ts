import type { Locale } from '../../machines/model/locale.ts';
import type { Tx } from '../platform/database/database.ts';

/** Values for the text of each kind of mail. */
export type MailValues = {
  /** signs a visitor in or up; `link` does the same with one click */
  signInCode: { code: string; link: string };
  resetCode: { code: string };
  /** a reset was requested for an email address without an account */
  resetUnknown: Record<string, never>;
  /** goes to the former and to the new email address, each with its own code */
  changeEmailCode: { code: string };
  deleteCode: { code: string };
  passwordChanged: Record<string, never>;
  /** goes to the former email address */
  emailChanged: { to: string };
  accountDeleted: Record<string, never>;
  exportReady: { link: string };
  /** goes to the email address of the support; replies go to `from` */
  contactMessage: { from: string; name: string; text: string };
  contactReceipt: { text: string };
  /** lets a buyer prove access to an order; `code` has digits, `order` is the order number */
  orderCode: { code: string; order: string };
  /** amounts are in the minor unit, dates are ISO 8601 */
  receipt: {
    order: string;
    receiptNumber: string;
    productKind: 'pack' | 'pass' | 'plan';
    credits: number;
    /** absent in mails written by earlier versions */
    duration?: number;
    durationUnit: number;
    amount: number;
    currency: string;
    tax: number;
    taxBasisPoints: number;
    taxName: string;
    reason: 'purchase' | 'renewal' | 'change';
    /** name of the payment method, or null for a card, whose name is translated */
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
  /** `nextTryAt` is null if the plan is over */
  renewalFailed: { order: string; amount: number; currency: string; nextTryAt: string | null };
  /** `receivedAt`: arrival of the declaration, which must be confirmed (§ 312k (4) BGB) */
  planCancelled: { order: string; receivedAt: string; endsAt: string; credits: number };
  withdrawn: {
    order: string;
    receivedAt: string;
    amount: number;
    currency: string;
    credits: number;
  };
  /** not transactional: contains an unsubscribe link; `date` is ISO 8601 */
  retentionReminder: { count: number; date: string };
};

export type MailKind = keyof MailValues;

export type Mail<Kind extends MailKind = MailKind> = {
  /** idempotency key: one mail per cause */
  cause: string;
  /** one email address, validated by the code that receives it from a visitor */
  to: string;
  locale: Locale;
  kind: Kind;
  values: MailValues[Kind];
};

export interface Mailer {
  /**
   * Inserts the mail into the caller's transaction. The mail is sent after the commit.
   * @throws AppError mail_failed if the caller needs this mail and mail is switched off
   */
  write<Kind extends MailKind>(tx: Tx, mail: Mail<Kind>): Promise<void>;
  /**
   * Starts the sending of new mails. Call it after the commit. A failure has no consequences,
   * because the sweep finds mails whose worker was not notified.
   */
  wake(): Promise<void>;
}
