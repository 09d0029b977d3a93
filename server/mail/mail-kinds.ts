import type { MailKind } from './mailer.port.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** How long what a mail carries is good for. Those who make codes and links use the same numbers. */
export const codeMinutes = 10;
export const linkMinutes = 15;
export const exportHours = 24;

type Traits = {
  /** A mail that arrives later than this would only confuse. */
  usefulMs: number;
  /** Somebody waits for it: without mail the call that causes it is refused. */
  isAwaited: boolean;
  /** What an account or a request needs; other mail can be unsubscribed from (RFC 8058). */
  isTransactional: boolean;
};

const code: Traits = {
  usefulMs: codeMinutes * minuteMs,
  isAwaited: true,
  isTransactional: true,
};
const notice: Traits = { usefulMs: 3 * dayMs, isAwaited: false, isTransactional: true };
/** Somebody may need it as a proof: a mail server that is down for days does not keep it away. */
const kept: Traits = { ...notice, usefulMs: 14 * dayMs };

/** Mails about purchases follow the account when its address changes. */
export const purchaseMails = [
  ...['receipt', 'refund', 'renewalFailed', 'planCancelled', 'withdrawn'],
] as const satisfies MailKind[];

export const mailKinds: Record<MailKind, Traits> = {
  signInCode: { ...code, usefulMs: linkMinutes * minuteMs },
  resetCode: code,
  // As long as the code that an address with an account gets: nothing may tell the two apart.
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
