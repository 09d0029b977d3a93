import type { Workers } from '../platform/bus/workers.ts';
import type { Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { reached } from '../platform/write-points.ts';
import { hashOfAddress } from './address-hash.ts';
import { mailKinds } from './mail-kinds.ts';
import type { Mail, Mailer } from './mailer.port.ts';
import { insertMail, isUnsubscribed } from './mails.store.ts';

export type MailerDeps = {
  workers: Pick<Workers, 'call'>;
  /** false if mail is switched off on this server */
  sends: boolean;
  now: () => Date;
};

/**
 * Creates the mailer. A mail is first stored as a row, so that it is sent only if its cause is
 * committed.
 */
export function createMailer({ workers, sends, now }: MailerDeps): Mailer {
  return {
    async write(tx: Tx, { cause, to, locale, kind, values }: Mail) {
      const { isAwaited, isTransactional, usefulMs } = mailKinds[kind];
      if (!sends && isAwaited) throw new AppError('mail_failed', 'mail is switched off');
      if (!sends) return;
      const addressHash = hashOfAddress(to);
      if (!isTransactional && (await isUnsubscribed(tx, addressHash))) return;
      const createdAt = now();
      await insertMail(tx, {
        cause,
        kind,
        locale,
        address: to,
        addressHash,
        values,
        createdAt,
        nextTryAt: createdAt,
        uselessAt: new Date(createdAt.getTime() + usefulMs),
      });
      reached('mail.row-made');
    },
    async wake() {
      workers.call('mails');
    },
  };
}
