import { expect, type Locator, type Page } from '@playwright/test';
import { signedIn } from '../../../contract/account.ts';
import type { OwnAccount } from '../../../machines/model/own-account.ts';
import type { KeptSession } from '../../../machines/model/user.ts';
import { member, memberSession } from '../../../machines/testing/samples.ts';
import type { Stage } from './browser-chart.ts';
import type { Background } from './fault-layer.ts';
import { quiet } from './scene.ts';

/* What walks share that are about somebody who is signed in. */

const instant = '2027-01-01T10:00:00.000Z';

/** As the server presents it. */
export const accountAnswer = (account: OwnAccount) => ({
  obj: { ...account, providers: [], createdAt: instant },
});

type Session = { id: string; isCurrent: boolean; device: string; lastSeenAt: string };

export const sessionsAnswer = (sessions: readonly Session[]) => ({
  obj: { sessions: sessions.map((one) => ({ ...one, createdAt: instant, expiresAt: instant })) },
});

/** A healthy server that knows this visitor. */
export const membersQuiet: Background = {
  ...quiet,
  refreshUser: { obj: member },
  endSession: { obj: null },
};

export const keepCookies = (
  { context, url }: Stage,
  { user, token }: KeptSession = memberSession,
): Promise<void> =>
  context.addCookies([
    { name: 'user_info', value: encodeURIComponent(JSON.stringify(user)), url },
    { name: 'user_token', value: token, url },
  ]);

/** The code of the newest mail to an address, in the outbox of the product. */
const codeTo = async (product: URL, address: string): Promise<string> => {
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

/** Makes an account on the real server, and keeps its session as a page would have. */
export const joinForReal = async (stage: Stage, password: string): Promise<void> => {
  const { product } = stage.layer;
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
  await keepCookies(stage, { user: { ...user, id }, token });
};

export const changeDialog = (page: Page): Locator =>
  page.locator('dialog[data-actor="accountChange"]');

export const changeField = (page: Page, name: string): Locator =>
  changeDialog(page).locator(`input[name="${name}"]`);

export const changeSubmit = (page: Page): Locator =>
  changeDialog(page).locator('button[type=submit]');
