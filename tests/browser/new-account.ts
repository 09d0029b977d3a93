import { type BrowserContext, expect } from '@playwright/test';
import { signedIn } from '../../contract/account.ts';
import type { KeptSession } from '../../machines/model/user.ts';

/** The code of the newest mail to an address, in the outbox of the product. */
const codeTo = async (product: string, address: string): Promise<string> => {
  const codes: string[] = [];
  await expect
    .poll(async () => {
      const answer = await fetch(new URL(`/outbox.json?to=${address}`, product));
      const { mails } = (await answer.json()) as { mails: { subject: string }[] };
      codes.push(...mails.flatMap(({ subject }) => /\d{3}\s?\d{3}/.exec(subject) ?? []));
      return codes.length;
    })
    .toBeGreaterThan(0);
  return codes[0] ?? '';
};

/** Makes an account on the real server, without a page. */
export async function newAccount(product: string, password: string): Promise<KeptSession> {
  const email = `walk-${crypto.randomUUID()}@example.com`;
  await fetch(new URL(`/v1/user/email/${email}/code`, product));
  const answer = await fetch(new URL('/v1/user', product), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, code: await codeTo(product, email) }),
  });
  const { obj } = (await answer.json()) as { obj: unknown };
  const { user, token } = signedIn.parse(obj);
  const { id } = user;
  if (id === undefined) throw new Error('the real server signed nobody in');
  return { user: { ...user, id }, token };
}

/** As a page keeps who is signed in. */
export const keepSession = (
  context: BrowserContext,
  { user, token }: KeptSession,
  url: string,
): Promise<void> =>
  context.addCookies([
    { name: 'user_info', value: encodeURIComponent(JSON.stringify(user)), url },
    { name: 'user_token', value: token, url },
  ]);
