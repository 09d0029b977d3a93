import type { Mailer } from '../../../server/mail/mailer.port.ts';

/**
 * Wakes the mail worker only if a mail was written since it was last woken, because each sweep
 * wakes it four times, mostly without a mail to send. A mail that was written too late for one call
 * is found by the next sweep.
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
