import { type Arrived, startSmtpServer } from '../../server/mail/smtp-server.fixture.ts';
import { expect } from './visitor.ts';

/** A mail server on this machine, and the mails that it has received. */
export type Mailbox = {
  /** value for SMTP_URL */
  url: string;
  /** Waits for the first unread mail that matches. */
  next(to: string, subject: RegExp): Promise<{ subject: string; text: string }>;
  stop(): Promise<void>;
};

export async function openMailbox(): Promise<Mailbox> {
  const { url, arrived, stop } = await startSmtpServer();
  const read = new Set<Arrived>();
  return {
    url,
    stop,
    async next(to, subject) {
      const isIt = (one: Arrived) =>
        !read.has(one) && one.to.includes(to) && subject.test(one.mail.subject ?? '');
      await expect.poll(() => arrived.some(isIt), { timeout: 60_000 }).toBe(true);
      const found = arrived.find(isIt) as Arrived;
      read.add(found);
      return { subject: found.mail.subject ?? '', text: found.mail.text ?? '' };
    },
  };
}
