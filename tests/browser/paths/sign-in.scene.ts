import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { CodeUse } from '../../../machines/model/account.ts';
import { newSession } from '../../../machines/testing/samples.ts';
import { press, untilShown, words } from './scene.ts';
import type { Answer } from './scripted-answer.ts';

/* What walks share that sign in. */

export const sentCode: Answer = {
  obj: { resendAfterMs: 60_000, expiresAt: '2027-01-01T10:10:00.000Z' },
};

export const signedIn: Answer = { obj: newSession };

export const signInDialog = (page: Page): Locator => page.locator('dialog[data-actor="signIn"]');

export const signInButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: words('nav.signIn') });

export const accountMenu = (page: Page): Locator =>
  page.getByRole('banner').locator('details[data-actor="session"]');

export const submit = (page: Page): Locator => signInDialog(page).locator('button[type=submit]');

/** Fields by the names that the chart gives them. */
export const field = (page: Page, name: string): Locator =>
  signInDialog(page).locator(`input[name="${name}"]`);

export const fillAddress = async (page: Page): Promise<void> => {
  await untilShown(page, field(page, 'address'));
  await field(page, 'address').fill('anna@example.com');
  await press(page, submit(page));
};

/** The last digit sends it. */
export const fillCode = async (page: Page): Promise<void> => {
  await untilShown(page, field(page, 'code'));
  await field(page, 'code').fill('123 456');
};

/** As a page leaves it that was reloaded between mail and code. */
export const rememberCode = (
  context: BrowserContext,
  use: CodeUse = 'signIn',
  resendAfterMs = 60_000,
): Promise<void> =>
  context
    .addInitScript(
      ([kept, ms]) => {
        const now = Date.now();
        const times = { resendAt: now + ms, endsAt: now + 600_000 };
        sessionStorage.setItem(
          'lightwell.code',
          JSON.stringify({ address: 'anna@example.com', use: kept, ...times, isClosed: false }),
        );
      },
      [use, resendAfterMs] as const,
    )
    .then(() => undefined);
