import type { Mailer } from '../../../server/mail/mailer.port.ts';

/**
 * Wakes the mail worker only if a mail was written since the last call. Each sweep wakes it four
 * times, mostly without a mail. The next sweep sends mails that were written too late.
 */
export function wakeForMails(mailer: Mailer): Mailer {
  let isAnyWritten = false;
  return {
    async write(tx, mail) {
      isAnyWritten = true;
      await mailer.write(tx, mail);
    },
    async wake() {
      if (!isAnyWritten) return;
      isAnyWritten = false;
      await mailer.wake();
    },
  };
}
