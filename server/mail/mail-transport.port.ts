import type { Message } from './render-mail.ts';

/** Reasons why a mail was not accepted, each one word for the log and the table. */
export type MailFailureReason =
  /** no connection, or a broken connection */
  | 'unreachable'
  | 'timeout'
  /** no encrypted connection, although one is required */
  | 'tls'
  /** the mail server refuses this server's user and password */
  | 'credentials'
  /** the mail server refuses the sender's email address */
  | 'sender_refused'
  /**
   * the mail server answers with 4xx, for example for greylisting, a full mailbox or too many mails
   */
  | 'deferred'
  /** the mail server answers with 5xx about this recipient, or the email address is invalid */
  | 'recipient_refused'
  /** the mail server answers with 5xx about this mail */
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
   * Sends a mail. Resolves when the mail server has accepted it.
   * @returns the mail server's id of the mail, or null if it reports none
   * @throws MailFailure
   */
  send(message: Message, signal: AbortSignal): Promise<{ providerId: string | null }>;
}
