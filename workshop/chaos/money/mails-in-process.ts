import type { Mailer } from '../../../server/mail/mailer.port.ts';

/**
 * Wakes the mail worker only if a mail was written since the last call, because each sweep wakes
 * the worker four times. A mail that is written too late for this call is sent in the next sweep.
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
