import type { Locator, Page } from '@playwright/test';
import { codeIn, mailTo } from '../outbox.ts';
import { words } from './scene.ts';

export const signInDialog = (page: Page): Locator => page.locator('dialog[data-actor="signIn"]');

export const signInButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: words('nav.signIn') });

export const accountMenu = (page: Page): Locator =>
  page.getByRole('banner').locator('details[data-actor="session"]');

export const submit = (page: Page): Locator => signInDialog(page).locator('button[type=submit]');

/** Returns the field that has this name in the chart. */
export const field = (page: Page, name: string): Locator =>
  signInDialog(page).locator(`input[name="${name}"]`);

/** Returns the code in the newest mail to an email address. */
export const mailedCode = async (product: string, address: string): Promise<string> =>
  codeIn(await mailTo(product, address, /\d{3}\s?\d{3}/));
