import type { Mailer } from '../../../server/mail/mailer.port.ts';

/**
 * Wakes who sends mails only where one was written since the last wake: each sweep wakes four times, mostly for
 * nothing. A mail whose wake another call has used is found by the next sweep.
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
