import type { Page } from '@playwright/test';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { expect, expectConsole, productUrl, test } from './visitor.ts';

let visitors = 0;

/** Signs in with a mailed code and sets the cookies that a signing-in tab would set. */
async function signInElsewhere(page: Page): Promise<void> {
  visitors += 1;
  const email = `another-${Date.now()}-${visitors}@example.com`;
  const { request } = page;
  await request.get(`/v1/user/email/${encodeURIComponent(email)}/code`);
  let code = '';
  await expect(async () => {
    const answer = await request.get(`/outbox.json?to=${email}`);
    const { mails } = (await answer.json()) as { mails: { subject: string }[] };
    code = /\d{3}\s?\d{3}/.exec(mails[0]?.subject ?? '')?.[0] ?? '';
    expect(code).not.toBe('');
  }).toPass();
  const answer = await request.post('/v1/user-session/email', { data: { email, code } });
  const { obj } = (await answer.json()) as { obj: { token: string; user: object } };
  const url = productUrl();
  await page.context().addCookies([
    { name: 'user_info', value: encodeURIComponent(JSON.stringify(obj.user)), url },
    { name: 'user_token', value: obj.token, url },
  ]);
  await page.evaluate(() => {
    const channel = new BroadcastChannel('lightwell-session');
    channel.postMessage(null);
    channel.close();
  });
}

const actorOf = (page: Page, chart: string) =>
  page.evaluate((id) => window.__lightwell?.root.system.get(id)?.sessionId, chart);

for (const [chart, path] of [
  ['contact', '/contact-us'],
  ['unsubscribe', '/unsubscribe'],
  ['records', '/record'],
  ['result', '/result/nothing-of-theirs'],
  ['account', '/account'],
  ['subscription', '/manage-membership-plan'],
] as const) {
  test(`the page ${path} starts again when a visitor signs in in another tab`, {
    tag: path === '/account' ? [] : deepTag,
  }, async ({ page }) => {
    if (chart === 'result') expectConsole(page, /404/);
    await page.goto(path);
    await startByIntent(page);
    await expect.poll(() => actorOf(page, chart)).toBeTruthy();
    const menu = page.getByRole('banner').locator('details[data-actor="session"]');
    // waits until the server has answered that the visitor is a guest
    await expect
      .poll(() =>
        page.evaluate(() => {
          const session = window.__lightwell?.root.system.get('session');
          return session?.getSnapshot().matches({ known: { freshness: 'fresh' } });
        }),
      )
      .toBe(true);
    const before = await actorOf(page, chart);
    await signInElsewhere(page);
    await expect(menu).toBeVisible();
    await expect.poll(() => actorOf(page, chart)).not.toBe(before);
    await expect(page.locator(`[data-actor="${chart}"]`)).toBeVisible();
  });
}
