import type { MailChoice } from '../../contract/mail.ts';
import type { PortCall } from './port.ts';

/** The mail choice of a recipient with a signed link. */
export type { MailChoice } from '../../contract/mail.ts';

export type MailChoicePort = {
  /** GET /v1/unsubscribe: changes nothing. Refused with `invalid_link`. */
  readMailChoice: PortCall<{ token: string }, MailChoice>;
  /** POST /v1/unsubscribe; the same link can undo it. */
  chooseMail: PortCall<{ token: string; subscribed: boolean }, MailChoice>;
};
