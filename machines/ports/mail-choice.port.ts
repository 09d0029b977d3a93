import type { PortCall } from './port.ts';

/** What the recipient of a mail with a signed link has chosen. */
export type MailChoice = {
  /** masked: `m•••@example.com` */
  address: string;
  /** whether mail is sent that no account needs */
  subscribed: boolean;
};

export type MailChoicePort = {
  /** GET /v1/unsubscribe: changes nothing. Refused with `invalid_link`. */
  readMailChoice: PortCall<{ token: string }, MailChoice>;
  /** POST /v1/unsubscribe; it can be undone with the same link. */
  chooseMail: PortCall<{ token: string; subscribed: boolean }, MailChoice>;
};
