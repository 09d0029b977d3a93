import type { BrowserContext, Page } from '@playwright/test';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { codeIn, linkIn } from './outbox.ts';
import { startProduct } from './product-process.ts';
import { test as base } from './recorded-test.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { expect } from './visitor.ts';
import { wordsOf } from './words.ts';

/*
 * Tests account journeys in a browser on the whole product, with a real mail server on this
 * machine.
 */

type World = { url: string; mailbox: Mailbox };

const test = base.extend<object, { world: World }>({
  world: [
    async ({ browserName: _ }, use) => {
      const mailbox = await openMailbox();
      const { url, stop } = await startProduct({
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'Lightwell <hello@lightwell.example>',
      });
      await use({ url, mailbox });
      await stop();
      await mailbox.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
});

const words = wordsOf('en');
const password = 'seven quiet hills';

/** Operates the sign-in dialog as a visitor does. */
class SignIn {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog() {
    return this.page.locator('dialog[data-actor="signIn"]');
  }

  async open() {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: words('nav.signIn') })
      .click();
    await expect(this.dialog).toBeVisible();
  }

  press(id: Parameters<typeof words>[0]) {
    return this.dialog.getByRole('button', { name: words(id), exact: true }).click();
  }

  fill(name: string, value: string) {
    return this.dialog.locator(`input[name="${name}"]`).fill(value);
  }

  async done() {
    await expect(this.dialog).toBeHidden();
    await expect(
      this.page.getByRole('banner').locator('details[data-actor="session"]'),
    ).toBeVisible();
  }

  async join({ mailbox }: World, address: string) {
    await this.press('signIn.withPassword');
    await this.press('signIn.join');
    await this.fill('address', address);
    await this.press('signIn.send');
    await this.fill('code', codeIn(await mailbox.next(address, /is your Lightwell code/)));
    await this.fill('password', password);
    await this.press('signIn.join.action');
    await this.done();
  }

  async byPassword(address: string) {
    await this.press('signIn.withPassword');
    await this.fill('address', address);
    await this.fill('password', password);
    await this.press('signIn.title');
    await this.done();
  }

  async byCode({ mailbox }: World, address: string) {
    await this.fill('address', address);
    await this.press('signIn.send');
    await this.fill('code', codeIn(await mailbox.next(address, /is your Lightwell code/)));
    await this.done();
  }
}

const visit = async (context: BrowserContext, path = '/'): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(path);
  await startByIntent(page);
  await expect(page.getByRole('banner').locator('[data-actor="session"]')).toBeVisible();
  return page;
};

const signOut = async (page: Page) => {
  const menu = page.getByRole('banner').locator('details[data-actor="session"]');
  await menu.locator('summary').click();
  await menu.getByRole('button', { name: words('nav.signOut') }).click();
  await expect(
    page.getByRole('banner').getByRole('button', { name: words('nav.signIn') }),
  ).toBeVisible();
};

test('signs in by a mailed code, typed with its space', async ({ context, world }) => {
  const page = await visit(context);
  const signIn = new SignIn(page);
  await signIn.open();
  await signIn.byCode(world, 'code@example.com');
  await page.reload();
  await signIn.done();
});

test('signs in by the link of the mail, which opens in a new tab', {
  tag: deepTag,
}, async ({ context, world }) => {
  const page = await visit(context);
  const first = new SignIn(page);
  await first.open();
  await first.fill('address', 'link@example.com');
  await first.press('signIn.send');
  const mail = await world.mailbox.next('link@example.com', /is your Lightwell code/);
  const link = new URL(linkIn(mail, /#direct=/));

  const tab = await visit(context, link.pathname + link.hash);
  const second = new SignIn(tab);
  await expect(second.dialog.getByText('link@example.com', { exact: true })).toBeVisible();
  await second.press('signIn.link.action');
  await second.done();
  await expect(tab.getByText('Signed in as link@example.com.')).toBeVisible();
  // the tab that requested the code is notified of the sign-in
  await first.done();
});

test('a sign-in lasts, although a tab of the guest hears of it late (R21)', {
  tag: deepTag,
}, async ({ context, world }) => {
  const late = await context.newPage();
  // the tab hears of changes at once, but of the sign-in only when its message is delivered
  await late.addInitScript(() => {
    const listen = BroadcastChannel.prototype.addEventListener;
    BroadcastChannel.prototype.addEventListener = function (...given: [string, never]) {
      if (this.name === 'lightwell-session') return;
      listen.apply(this, given);
    };
  });
  await late.goto('/');
  await startByIntent(late);
  await expect(late.getByRole('banner').locator('[data-actor="session"]')).toBeVisible();
  const tab = await visit(context);
  const signIn = new SignIn(tab);
  await signIn.open();
  const answered = late.waitForResponse((response) => response.url().endsWith('/v1/user'));
  await signIn.byCode(world, 'late@example.com');
  await answered;
  await late
    .getByRole('banner')
    .getByRole('button', { name: words('nav.signIn') })
    .click();
  await expect(late.locator('dialog[data-actor="signIn"]')).toBeVisible();
  await signIn.done();
  await tab.reload();
  await signIn.done();
});

test('a reload opens the sign-in dialog at the same step, unless it was closed', {
  tag: deepTag,
}, async ({ context }) => {
  const page = await visit(context);
  const signIn = new SignIn(page);
  await signIn.open();
  await signIn.press('signIn.withPassword');
  await signIn.press('signIn.join');
  await signIn.fill('address', 'reload@example.com');
  await signIn.press('signIn.send');
  const password = signIn.dialog.getByLabel(words('field.password.choose'));
  await expect(password).toBeVisible();
  await page.reload();
  await expect(password).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(signIn.dialog).toBeHidden();
  await page.reload();
  await startByIntent(page);
  await expect(page.getByRole('banner').locator('[data-actor="session"]')).toBeVisible();
  await expect(signIn.dialog).toBeHidden();
  await signIn.open();
  await expect(password).toBeVisible();
});

test('a mailed link is kept for its tab over a reload, until it is dismissed', {
  tag: deepTag,
}, async ({ context, world }) => {
  const page = await visit(context);
  await page.request.get('/v1/user/email/kept@example.com/code');
  const mail = await world.mailbox.next('kept@example.com', /is your Lightwell code/);
  const link = new URL(linkIn(mail, /#direct=/));
  const tab = await visit(context, link.pathname + link.hash);
  const signIn = new SignIn(tab);
  const asked = signIn.dialog.getByText('kept@example.com', { exact: true });
  await expect(asked).toBeVisible();
  expect(tab.url()).not.toContain('direct');
  await tab.reload();
  await expect(asked).toBeVisible();
  await signIn.press('signIn.link.other');
  await expect(signIn.dialog.locator('input[name="address"]')).toBeVisible();
  await tab.reload();
  await startByIntent(tab);
  await expect(tab.getByRole('banner').locator('[data-actor="session"]')).toBeVisible();
  await expect(signIn.dialog).toBeHidden();
});

test('a mailed link to another account announces the switch, and ends the previous session', {
  tag: deepTag,
}, async ({ context, world }) => {
  const page = await visit(context);
  const signIn = new SignIn(page);
  await signIn.open();
  await signIn.byCode(world, 'first@example.com');
  const token = async () =>
    (await context.cookies()).find(({ name }) => name === 'user_token')?.value ?? '';
  const before = await token();
  await page.request.get('/v1/user/email/second@example.com/code');
  const mail = await world.mailbox.next('second@example.com', /is your Lightwell code/);
  const link = new URL(linkIn(mail, /#direct=/));

  const tab = await visit(context, link.pathname + link.hash);
  const second = new SignIn(tab);
  await expect(second.dialog.getByText(/^You’re signed in as first@example\.com\./)).toBeVisible();
  await second.press('signIn.link.action');
  await expect(tab.getByText('Signed in as second@example.com.')).toBeVisible();
  await second.done();
  expect(await token()).not.toBe(before);
  const answer = () => page.request.get('/v1/user', { headers: { token: before } });
  await expect.poll(async () => (await (await answer()).json()).success).toBe('10009');
});

test('makes an account with a password, and signs in by it', { tag: deepTag }, async ({
  context,
  world,
}) => {
  const address = 'password@example.com';
  const page = await visit(context);
  const signIn = new SignIn(page);
  await signIn.open();
  await signIn.join(world, address);
  await page.goto('/record');
  await startByIntent(page);
  await expect(page.getByText(words('records.lead.user'))).toBeVisible();
  await signOut(page);
  await expect(page.getByText(words('records.lead'), { exact: true })).toBeVisible();

  await signIn.open();
  await signIn.press('signIn.withPassword');
  await signIn.fill('address', address);
  await signIn.fill('password', 'seven loud hills');
  await signIn.press('signIn.title');
  await expect(
    signIn.dialog.getByText(words('failure.invalidCredentials'), { exact: true }),
  ).toBeVisible();
  await signIn.press('signIn.withCode');
  await signIn.byPassword(address);
});

test('a start whose session has ended asks to sign in, and continues by itself', {
  tag: deepTag,
}, async ({ context, world }) => {
  const address = 'ended@example.com';
  const page = await visit(context);
  const signIn = new SignIn(page);
  await signIn.open();
  await signIn.join(world, address);
  const studio = new StudioPage(page);
  await studio.choose(await smallPhoto());
  await studio.pick('upscale-2x-fast');
  // a preview that ends later would also report that the session has ended
  await studio.untilPreview();

  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name === 'user_token')?.value ?? '';
  const headers = { token };
  expect((await page.request.delete('/v1/user-session/current', { headers })).status()).toBe(200);
  await studio.startButton().click();
  await expect(signIn.dialog.getByText(words('signIn.ended'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(signIn.dialog).toBeHidden();
  await expect(studio.studio).toHaveAttribute('data-state', 'chosen.ready');

  await signIn.open();
  await signIn.byPassword(address);
  await studio.untilPreview();
  expect(
    (
      await page.request.delete('/v1/user-session/current', {
        headers: {
          token: (await context.cookies()).find(({ name }) => name === 'user_token')?.value ?? '',
        },
      })
    ).status(),
  ).toBe(200);
  await studio.startButton().click();
  await expect(signIn.dialog.getByText(words('signIn.ended'))).toBeVisible();
  await signIn.byPassword(address);
  await studio.untilResult();
});

test('a visitor comes from an ad, makes an account during a task, uses another device and deletes the account', {
  tag: deepTag,
}, async ({ browser, context, world }) => {
  const address = 'journey@example.com';
  const page = await visit(context, '/?utm_source=ad');
  const studio = new StudioPage(page);
  await studio.choose(await smallPhoto());
  await studio.pick('upscale-2x-fine');
  await studio.start();
  await page.keyboard.press('Escape');
  await expect(studio.overlay()).toBeHidden();
  const signIn = new SignIn(page);
  await signIn.open();
  await signIn.join(world, address);

  const link = page.getByRole('link', { name: words('nav.records') }).first();
  await link.click();
  const done = page.getByRole('article').getByRole('link').first();
  await expect(page.getByText(words('status.succeeded')).first()).toBeVisible({ timeout: 120_000 });
  await done.click();
  await expect(page.getByRole('heading', { name: words('result.title') })).toBeVisible();
  const result = new URL(page.url()).pathname;

  const device = await browser.newContext({ baseURL: world.url });
  const other = await visit(device, result);
  await expect(other.getByRole('heading', { name: words('result.title') })).toBeHidden();
  const there = new SignIn(other);
  await there.open();
  await there.byPassword(address);
  await other.goto(result);
  await expect(other.getByRole('heading', { name: words('result.title') })).toBeVisible();

  const theirs = new StudioPage(other);
  await theirs.open();
  await theirs.choose(await smallPhoto());
  await expect(theirs.studio).toHaveAttribute('data-state', /^chosen/);
  await other.goto('/account');
  await startByIntent(other);
  await other.getByRole('heading', { name: words('account.deletion.title') }).click();
  await other.getByRole('button', { name: words('account.deletion.open') }).click();
  const dialog = other.locator('dialog[data-actor="accountChange"]');
  await dialog.getByRole('button', { name: words('signIn.send') }).click();
  const code = codeIn(await world.mailbox.next(address, /to delete your account/));
  await dialog.locator('input[name="code"]').fill(code);
  await dialog.getByRole('button', { name: words('account.deletion.confirm') }).click();
  await expect(other.getByText(words('account.deletion.farewell'))).toBeVisible();
  await world.mailbox.next(address, /was deleted/);
  await expect(theirs.studio).toHaveAttribute('data-state', /^choosing/);
  await other.reload();
  await theirs.untilListening();
  await expect(theirs.studio).toHaveAttribute('data-state', /^choosing/);

  // the first device is signed out at its next visit, and stores nothing of the account
  await page.goto(result);
  await startByIntent(page);
  await expect(page.getByText(words('signIn.ended'))).toBeVisible();
  await device.close();
});
