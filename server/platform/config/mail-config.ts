import { z } from 'zod';

/** Sender of a mail: displayed name and email address. */
export type MailSender = { name: string; address: string };

/** Destination of mails. `outbox` keeps them in the database, where a developer can read them. */
export type MailConfig = { from: MailSender } & (
  | { kind: 'smtp'; url: string }
  | { kind: 'outbox' | 'off' }
);

const isSmtp = (value: string) =>
  URL.canParse(value) &&
  /^smtps?:$/.test(new URL(value).protocol) &&
  new URL(value).hostname !== '';

/** The error messages do not contain the value, because it includes a password. */
export const smtpUrl = z
  .string()
  .refine((value) => value === 'off' || isSmtp(value), 'must be smtp://host, smtps://host or off');

/** Accepts `hello@example.com` or `Lightwell <hello@example.com>`. */
export const mailSender = z.string().transform((value, issues): MailSender => {
  const named = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(value);
  const [name, address] = named ? [named[1] ?? '', named[2] ?? ''] : ['', value.trim()];
  if (!z.email().safeParse(address).success) {
    issues.addIssue({ code: 'custom', message: 'must be an address, or Name <address>' });
  }
  return { name, address };
});

export function mailConfigOf(env: {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: MailSender | undefined;
  PRODUCT_NAME: string;
  SUPPORT_EMAIL: string;
}): MailConfig {
  const { SMTP_URL: url, MAIL_FROM: given, PRODUCT_NAME: product } = env;
  const address = given?.address ?? env.SUPPORT_EMAIL;
  const from = { name: given?.name || product, address };
  if (url === undefined || url === 'off') return { from, kind: url ?? 'outbox' };
  return { from, kind: 'smtp', url };
}
