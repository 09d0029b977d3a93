import type { Mailer } from '../../../server/mail/mailer.port.ts';

/**
 * Wakes the mail worker only if a mail was written since the last wake, because each sweep wakes it
 * four times, mostly for nothing. A mail whose wake was used by another call is found by the next
 * sweep.
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
