import { expect } from 'vitest';
import { type SignedIn, signedIn } from '../../contract/account.ts';
import { userInfo } from '../../contract/user.ts';
import type { MailKind, MailValues } from '../mail/mailer.port.ts';
import type { TestServer } from '../testing/server.fixture.ts';
import type { Answer, Visitor } from '../testing/visitor.fixture.ts';

/* Helpers that use accounts through the API. */

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

let addresses = 0;
/** Returns the email address of a mailbox for which no code was requested yet. */
export function newAddress(): string {
  addresses += 1;
  return `visitor-${addresses}@example.com`;
}

/** Returns the values of the latest mail of this kind to this email address. */
export function mailTo<Kind extends MailKind>(
  { mails }: Pick<TestServer, 'mails'>,
  address: string,
  kind: Kind,
): MailValues[Kind] {
  const mail = mails.findLast((sent) => sent.to === address && sent.kind === kind);
  if (!mail) throw new Error(`Expected a mail ${kind} to ${address}.`);
  return mail.values as MailValues[Kind];
}

export const codePath = (email: string, type?: string) =>
  `/v1/user/${type ? `${type}/` : ''}email/${encodeURIComponent(email)}/code`;

/** Requests a sign-in code. Returns the mailed values. */
export async function askForCode(
  server: Pick<TestServer, 'mails'>,
  visitor: Visitor,
  email: string,
): Promise<MailValues['signInCode']> {
  expect(await visitor.call('GET', codePath(email))).toMatchObject({ success: '1' });
  return mailTo(server, email.trim().toLowerCase(), 'signInCode');
}

/** Expects a successful sign-in. The visitor uses the token of the answer afterwards. */
export function enter(visitor: Visitor, answer: Answer): SignedIn {
  expect(answer).toMatchObject({ success: '1' });
  const entered = signedIn.parse(answer.obj);
  visitor.token = entered.token;
  return entered;
}

export async function signIn(
  server: Pick<TestServer, 'mails'>,
  visitor: Visitor,
  email: string,
): Promise<SignedIn> {
  const { code } = await askForCode(server, visitor, email);
  return enter(visitor, await visitor.call('POST', '/v1/user-session/email', { email, code }));
}

export const userOf = async (visitor: Visitor) =>
  userInfo.parse((await visitor.call('GET', '/v1/user')).obj);

export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
