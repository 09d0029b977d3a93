import type { Message } from './render-mail.ts';

/** Why a mail was not taken, as one word for the log and the table. */
export type MailFailureReason =
  /** no connection, or one that broke */
  | 'unreachable'
  | 'timeout'
  /** no encrypted connection where there has to be one */
  | 'tls'
  /** the mail server does not take our user and password */
  | 'credentials'
  /** the mail server does not take our sender's address */
  | 'sender_refused'
  /** a 4xx answer: greylisting, a full mailbox, too many mails */
  | 'deferred'
  /** a 5xx answer about this recipient, or an address that is none */
  | 'recipient_refused'
  /** a 5xx answer about this mail */
  | 'mail_refused'
  /** it waited until it was of no use any more */
  | 'too_late'
  /** this server stops */
  | 'stopped'
  | 'unexpected';

export class MailFailure extends Error {
  override name = 'MailFailure';
  readonly reason: MailFailureReason;
  /** another try of this mail would end in the same way */
  readonly isPermanent: boolean;

  constructor(reason: MailFailureReason, isPermanent: boolean, options?: ErrorOptions) {
    super(`the mail was not taken: ${reason}`, options);
    this.reason = reason;
    this.isPermanent = isPermanent;
  }
}

/** Hands mails over to whoever delivers them. */
export interface MailTransport {
  /**
   * Resolves when the other side is responsible for the mail, with its name for it if it told one.
   * @throws MailFailure
   */
  send(message: Message, signal: AbortSignal): Promise<{ providerId: string | null }>;
}
