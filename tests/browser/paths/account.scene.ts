import type { Locator, Page } from '@playwright/test';
import type { KeptSession } from '../../../machines/model/user.ts';
import { keepSession, newAccount } from '../new-account.ts';
import type { Stage } from './browser-chart.ts';

export const keepCookies = ({ context, url }: Stage, session: KeptSession): Promise<void> =>
  keepSession(context, session, url);

/** Makes an account on the real server and stores its session as a page does. */
export const joinForReal = async (stage: Stage, password: string): Promise<void> =>
  keepCookies(stage, await newAccount(stage.layer.product.href, password));

export const changeDialog = (page: Page): Locator =>
  page.locator('dialog[data-actor="accountChange"]');

export const changeField = (page: Page, name: string): Locator =>
  changeDialog(page).locator(`input[name="${name}"]`);

export const changeSubmit = (page: Page): Locator =>
  changeDialog(page).locator('button[type=submit]');
