import type { Database } from '../platform/database/database.ts';
import type { MailTransport } from './mail-transport.port.ts';
import { findInOutbox, insertIntoOutbox, listOutbox, type OutboxMail } from './outbox.store.ts';

export type { OutboxMail } from './outbox.store.ts';

/** Keeps mails for developers and tests if no mail server is configured. */
export type Outbox = MailTransport & {
  /** Returns the latest mails, newest first. */
  list(address: string | undefined): Promise<OutboxMail[]>;
  find(id: number): Promise<OutboxMail | undefined>;
};

const shown = 100;

export const createOutbox = (db: Database, now: () => Date): Outbox => ({
  async send(message) {
    const { messageId, to, kind, locale, subject, text, html, replyTo, from, headers } = message;
    await insertIntoOutbox(db, {
      messageId,
      address: to,
      kind,
      locale,
      subject,
      text,
      html,
      createdAt: now(),
      attachments: [...message.attachments],
      headers: { From: `${from.name} <${from.address}>`, 'Reply-To': replyTo, ...headers },
    });
    return { providerId: null };
  },
  list: (address) => listOutbox(db, { address, limit: shown }),
  find: (id) => findInOutbox(db, id),
});
