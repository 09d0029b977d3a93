import type { Page } from '@playwright/test';
import type {} from '../../src/devtools/expose-actors.ts';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { expect, expectConsole, productUrl, test } from './visitor.ts';
import { wordsOf } from './words.ts';

/* Tests messages to the support, and the focus after sending. */

const words = wordsOf('en');

const field = (page: Page, id: 'contact.message' | 'contact.name' | 'field.address.label') =>
  page.getByRole('main').getByLabel(words(id), { exact: true });

async function write(page: Page): Promise<void> {
  await field(page, 'field.address.label').fill('anna@example.com');
  await field(page, 'contact.name').fill('Anna');
  await field(page, 'contact.message').fill('Where is my photo?');
}

async function expectWritten(page: Page, message = 'Where is my photo?'): Promise<void> {
  await expect(field(page, 'contact.message')).toHaveValue(message);
  await expect(field(page, 'contact.name')).toHaveValue('Anna');
  await expect(field(page, 'field.address.label')).toHaveValue('anna@example.com');
}

async function open(page: Page): Promise<void> {
  await page.goto('/contact-us');
  await startByIntent(page);
}

test('the focus moves to the receipt of a message, and then to the next message', async ({
  page,
}) => {
  await open(page);
  await write(page);
  await field(page, 'contact.message').press('Tab');
  await page.keyboard.press('Enter');
  const receipt = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: words('contact.sent.title') });
  await expect(receipt).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: words('contact.another') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'contact.message')).toBeFocused();
});

test('a message is stored for the tab until it is sent', { tag: deepTag }, async ({
  page,
  context,
}) => {
  await open(page);
  await write(page);
  await page.getByRole('contentinfo').locator('a[href="/terms"]').click();
  await expect(page).toHaveURL('/terms');
  await page.getByRole('contentinfo').locator('a[href="/contact-us"]').click();
  await expectWritten(page);
  await page.reload();
  await startByIntent(page);
  await expectWritten(page);
  const another = await context.newPage();
  await another.goto(`${productUrl()}/contact-us`);
  await startByIntent(another);
  await expect(another.locator('[data-actor="contact"][data-state]')).toBeVisible();
  await expect(field(another, 'contact.message')).toHaveValue('');
  await another.close();
  await page.getByRole('button', { name: words('contact.send') }).click();
  await expect(page.getByText(words('contact.sent.title'))).toBeVisible();
  await page.reload();
  await startByIntent(page);
  await expect(page.locator('[data-actor="contact"][data-state]')).toBeVisible();
  await expect(field(page, 'contact.message')).toHaveValue('');
});

test('a message is mailed once if its answer is lost and the page is reloaded', async ({
  page,
}) => {
  const email = `lost-${Date.now()}@example.com`;
  const receipts = async () => {
    const { mails } = (await (await page.request.get(`/outbox.json?to=${email}`)).json()) as {
      mails: unknown[];
    };
    return mails.length;
  };
  expectConsole(page, /ERR_FAILED/);
  await open(page);
  await write(page);
  await field(page, 'field.address.label').fill(email);
  await page.route('**/v1/contact', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const button = page.getByRole('button', { name: words('contact.send') });
  await button.click();
  await expect.poll(receipts).toBe(1);
  await expect(button).toBeEnabled();
  await page.unroute('**/v1/contact');
  await page.reload();
  await startByIntent(page);
  await expect(field(page, 'field.address.label')).toHaveValue(email);
  await button.click();
  await expect(page.getByText(words('contact.sent.title'))).toBeVisible();
  // the mail of this message would arrive after a second mail for the first message
  await page.getByRole('button', { name: words('contact.another') }).click();
  await field(page, 'contact.message').fill('Thank you!');
  await button.click();
  await expect(page.getByText(words('contact.sent.title'))).toBeVisible();
  await expect.poll(receipts).toBe(2);
});

test('a message survives a move to another page if storage is refused', {
  tag: deepTag,
}, async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'sessionStorage', { configurable: true, get: refuse });
  });
  await open(page);
  await write(page);
  await page.getByRole('contentinfo').locator('a[href="/terms"]').click();
  await expect(page).toHaveURL('/terms');
  await page.goBack();
  await expectWritten(page);
});

test('the address of a user is filled in and may be changed', { tag: deepTag }, async ({
  page,
}) => {
  const email = `contact-${Date.now()}@example.com`;
  await page.request.get(`/v1/user/email/${encodeURIComponent(email)}/code`);
  let code = '';
  await expect(async () => {
    const { mails } = (await (await page.request.get(`/outbox.json?to=${email}`)).json()) as {
      mails: { subject: string }[];
    };
    code = /\d{3}\s?\d{3}/.exec(mails[0]?.subject ?? '')?.[0] ?? '';
    expect(code).not.toBe('');
  }).toPass();
  const answer = await page.request.post('/v1/user-session/email', { data: { email, code } });
  const { obj } = (await answer.json()) as { obj: { token: string; user: object } };
  await page.context().addCookies([
    { name: 'user_info', value: encodeURIComponent(JSON.stringify(obj.user)), url: productUrl() },
    { name: 'user_token', value: obj.token, url: productUrl() },
  ]);
  await open(page);
  const address = field(page, 'field.address.label');
  await expect(address).toHaveValue(email);
  await address.fill('another@example.com');
  await page.reload();
  await expect(address).toHaveValue('another@example.com');
});
