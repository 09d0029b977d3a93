import type { Message } from './render-mail.ts';

/** Reasons why a mail was not accepted, each one word for the log and the table. */
export type MailFailureReason =
  /** no connection, or a broken connection */
  | 'unreachable'
  | 'timeout'
  /** no encrypted connection, although one is required */
  | 'tls'
  /** the mail server refuses our user and password */
  | 'credentials'
  /** the mail server refuses our sender address */
  | 'sender_refused'
  /** a 4xx answer: greylisting, a full mailbox, too many mails */
  | 'deferred'
  /** a 5xx answer about this recipient, or an invalid address */
  | 'recipient_refused'
  /** a 5xx answer about this mail */
  | 'mail_refused'
  /** the mail waited until it was no longer useful */
  | 'too_late'
  /** this server is stopping */
  | 'stopped'
  | 'unexpected';

export class MailFailure extends Error {
  override name = 'MailFailure';
  readonly reason: MailFailureReason;
  /** true if another try would fail in the same way */
  readonly isPermanent: boolean;

  constructor(reason: MailFailureReason, isPermanent: boolean, options?: ErrorOptions) {
    super(`the mail was not accepted: ${reason}`, options);
    this.reason = reason;
    this.isPermanent = isPermanent;
  }
}

export interface MailTransport {
  /**
   * Resolves when the mail server has accepted the mail.
   * @returns the mail server's id of the mail, or null if it reports none
   * @throws MailFailure
   */
  send(message: Message, signal: AbortSignal): Promise<{ providerId: string | null }>;
}
