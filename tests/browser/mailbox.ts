import { type Arrived, startSmtpServer } from '../../server/mail/smtp-server.fixture.ts';
import { expect } from './visitor.ts';

/** A mail server on this machine, read as its owner reads it. */
export type Mailbox = {
  /** for SMTP_URL */
  url: string;
  /** Waits for the first mail that was not read before. */
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

/** The code in the subject of a mail. */
export const codeIn = ({ subject }: { subject: string }): string => {
  const [code] = /\d{3}\s?\d{3}/.exec(subject) ?? [];
  if (!code) throw new Error(`no code in “${subject}”`);
  return code;
};

/** The first address in a mail that matches. */
export const linkIn = ({ text }: { text: string }, pattern: RegExp): string => {
  const link = text.match(/https?:\/\/[^\s<>)\]]+/g)?.find((one) => pattern.test(one));
  if (!link) throw new Error(`no link like ${pattern} in “${text}”`);
  return link;
};
