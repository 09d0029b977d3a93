import type { MailKind } from './mailer.port.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Lifetimes of codes and links in mails, which the code that creates them uses, too. */
export const codeMinutes = 10;
export const linkMinutes = 15;
export const exportHours = 24;

type Traits = {
  /** after this time, in milliseconds, the mail is no longer sent */
  usefulMs: number;
  /** true if the caller needs this mail; the call fails if mail is switched off */
  isAwaited: boolean;
  /**
   * true if the mail is needed for an account or a request; the recipient can unsubscribe from
   * other mails (RFC 8058)
   */
  isTransactional: boolean;
};

const code: Traits = {
  usefulMs: codeMinutes * minuteMs,
  isAwaited: true,
  isTransactional: true,
};
const notice: Traits = { usefulMs: 3 * dayMs, isAwaited: false, isTransactional: true };
/** Mails that may be needed as proof are still sent after a mail server was down for days. */
const kept: Traits = { ...notice, usefulMs: 14 * dayMs };

/** Mails about purchases are sent to the new email address when an account's address changes. */
export const purchaseMails = [
  ...['receipt', 'refund', 'renewalFailed', 'planCancelled', 'withdrawn'],
] as const satisfies MailKind[];

export const mailKinds: Record<MailKind, Traits> = {
  signInCode: { ...code, usefulMs: linkMinutes * minuteMs },
  resetCode: code,
  // This mail has the same lifetime as the code for an existing account, so that a visitor cannot
  // distinguish the two cases.
  resetUnknown: code,
  changeEmailCode: code,
  deleteCode: code,
  orderCode: code,
  passwordChanged: notice,
  emailChanged: notice,
  accountDeleted: notice,
  exportReady: { ...notice, usefulMs: exportHours * 3_600_000 },
  contactMessage: { ...notice, isAwaited: true },
  contactReceipt: notice,
  receipt: kept,
  refund: kept,
  renewalFailed: kept,
  planCancelled: kept,
  withdrawn: kept,
  retentionReminder: { ...notice, isTransactional: false },
};
