import type { Mailer } from '../mail/mailer.port.ts';
import type { Database } from '../platform/database/database.ts';
import { type DueWeek, reminderCause, reminderOf, weeksToRemindOf } from './reminders.store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Time between reminder and deletion. It is enough to read the mail and to download a result. */
const leadMs = 3 * dayMs;

/**
 * With a shorter retention than this, results that are made after the mail would be deleted in the
 * week that the mail covers.
 */
const shortestRetentionDays = 10;

const pageSize = 200;

export type Reminders = {
  /**
   * Writes, once an hour, a mail to each user with results that are deleted within three days. One
   * mail covers a whole week of deletions. Other calls do nothing. The mail worker sends the mails.
   */
  sweep(): Promise<void>;
};

export type RemindersDeps = {
  db: Database;
  mailer: Pick<Mailer, 'write'>;
  retentionDays: number;
  now: () => Date;
};

/**
 * Creates the reminders. The mail is optional, so the mailer skips email addresses that have
 * unsubscribed (R82).
 */
export function createReminders({ db, mailer, retentionDays, now }: RemindersDeps): Reminders {
  let nextAt = 0;

  async function remind(due: DueWeek): Promise<void> {
    await db.transaction(async (tx) => {
      const reminder = await reminderOf(tx, due, now());
      if (!reminder) return;
      const { email, locale, count, date } = reminder;
      await mailer.write(tx, {
        cause: reminderCause(due),
        to: email,
        locale,
        kind: 'retentionReminder',
        values: { count, date: date.toISOString() },
      });
    });
  }

  async function remindAll(from: Date): Promise<void> {
    const until = new Date(from.getTime() + leadMs);
    let after: DueWeek | undefined = { ownerId: '', week: 0 };
    while (after) {
      const page: DueWeek[] = await weeksToRemindOf(db, { from, until, after, limit: pageSize });
      for (const due of page) await remind(due);
      // A page of results also contains users who have unsubscribed.
      after = page.length < pageSize ? undefined : page.at(-1);
    }
  }

  return {
    async sweep() {
      const from = now();
      if (retentionDays < shortestRetentionDays || from.getTime() < nextAt) return;
      await remindAll(from);
      // This time is set only after success, so that a failed sweep is repeated a minute later.
      nextAt = from.getTime() + hourMs;
    },
  };
}
