import type { MailChoice } from '../../contract/mail.ts';
import type { PortCall } from './port.ts';

export type { MailChoice } from '../../contract/mail.ts';

export type MailChoicePort = {
  /** GET /v1/unsubscribe: changes nothing. Rejects with code `invalid_link`. */
  readMailChoice: PortCall<{ token: string }, MailChoice>;
  /** POST /v1/unsubscribe; the same link can undo the choice. */
  chooseMail: PortCall<{ token: string; subscribed: boolean }, MailChoice>;
};
