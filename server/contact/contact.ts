import { defaultLocale, type Locale } from '../../machines/model/locale.ts';
import { hashOfAddress } from '../mail/address-hash.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { countMails } from '../mail/mails.store.ts';
import { readAddress } from '../owners/address.ts';
import { lockAddress } from '../owners/users.store.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';

export type ContactMessage = {
  /** email address as entered, not normalised */
  email: string;
  name: string;
  message: string;
  locale: Locale;
  idempotencyKey: string;
};

export type Contact = {
  /**
   * Mails the message to support and a receipt to its sender. A repeated call has no effect.
   * @throws AppError invalid_email, rate_limited, mail_failed
   */
  send(message: ContactMessage): Promise<void>;
};

const hourMs = 3_600_000;

/** Matches control characters other than tab and line break. */
const unprintable = /(?![\t\n])\p{Cc}/gu;

const printable = (text: string) => text.replace(/\r\n?/g, '\n').replace(unprintable, '').trim();

export function createContact(deps: {
  db: Database;
  mailer: Mailer;
  supportAddress: string;
  /**
   * limit per email address for all senders together, because each message sends a receipt to the
   * address
   */
  messagesPerHour: number;
  now: () => Date;
}): Contact {
  const { db, mailer, supportAddress, messagesPerHour, now } = deps;
  return {
    async send({ email, name, message, locale, idempotencyKey }) {
      const from = readAddress(email);
      const addressHash = hashOfAddress(from);
      const cause = `contact ${idempotencyKey} ${addressHash}`;
      const text = printable(message);
      const since = new Date(now().getTime() - hourMs);
      const receipt = { kind: 'contactReceipt', cause: `${cause} receipt` } as const;
      await db.transaction(async (tx) => {
        // Serialises the messages of one email address, so that each count includes all earlier
        // messages.
        await lockAddress(tx, from);
        const earlier = await countMails(tx, {
          kind: receipt.kind,
          addressHash,
          since,
          except: receipt.cause,
        });
        if (earlier >= messagesPerHour)
          throw new AppError('rate_limited', 'too many messages from one address');
        await mailer.write(tx, {
          cause: `${cause} message`,
          to: supportAddress,
          locale: defaultLocale,
          kind: 'contactMessage',
          values: { from, name: printable(name).replaceAll('\n', ' '), text },
        });
        await mailer.write(tx, { ...receipt, to: from, locale, values: { text } });
      });
      await mailer.wake();
    },
  };
}
