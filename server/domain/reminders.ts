import type { Mailer } from '../mail/mailer.port.ts';
import type { Database } from '../store/database.ts';
import {
  type DueWeek,
  reminderCause,
  reminderOf,
  weeksToRemindOf,
} from '../store/reminders.store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Long enough to read the mail and to download something. */
const leadMs = 3 * dayMs;

/** Shorter than that, what is made after the mail would be deleted in the week that it is about. */
const shortestRetentionDays = 10;

const pageSize = 200;

export type Reminders = {
  /**
   * Once an hour: writes to users whose results are deleted within three days. Results of one week are in
   * one mail, also those that have more time. Asked in between it does nothing. What it has written waits for whoever sends mails.
   */
  sweep(): Promise<void>;
};

export type RemindersDeps = {
  db: Database;
  mailer: Pick<Mailer, 'write'>;
  retentionDays: number;
  now: () => Date;
};

/** Mail that no account needs: whoever unsubscribed gets none (R82), which the mailer knows. */
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
      // who has unsubscribed stays on the list
      after = page.length < pageSize ? undefined : page.at(-1);
    }
  }

  return {
    async sweep() {
      const from = now();
      if (retentionDays < shortestRetentionDays || from.getTime() < nextAt) return;
      await remindAll(from);
      // not before it has worked: what failed is tried again in a minute
      nextAt = from.getTime() + hourMs;
    },
  };
}
