import type { BrowserContext } from '@playwright/test';
import { signedIn } from '../../contract/account.ts';
import type { KeptSession } from '../../machines/model/user.ts';
import { codeIn, mailTo } from './outbox.ts';

/**
 * Makes an account on the real server without a page. The server mails the account in the language
 * `locale`.
 */
export async function newAccount(
  product: string,
  password: string,
  locale = 'en',
): Promise<KeptSession> {
  const email = `walk-${crypto.randomUUID()}@example.com`;
  await fetch(new URL(`/v1/user/email/${email}/code`, product));
  const mail = await mailTo(product, email, /\d{3}\s?\d{3}/);
  const answer = await fetch(new URL('/v1/user', product), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': locale },
    body: JSON.stringify({ email, password, code: codeIn(mail) }),
  });
  const { obj } = (await answer.json()) as { obj: unknown };
  const { user, token } = signedIn.parse(obj);
  const { id } = user;
  if (id === undefined) throw new Error('Expected the real server to sign the new account in.');
  return { user: { ...user, id }, token };
}

export const keepSession = (
  context: BrowserContext,
  { user, token }: KeptSession,
  url: string,
): Promise<void> =>
  context.addCookies([
    { name: 'user_info', value: encodeURIComponent(JSON.stringify(user)), url },
    { name: 'user_token', value: token, url },
  ]);
