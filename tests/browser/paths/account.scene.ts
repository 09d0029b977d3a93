import type { Locator, Page } from '@playwright/test';
import type { OwnAccount } from '../../../machines/model/own-account.ts';
import type { KeptSession } from '../../../machines/model/user.ts';
import { member, memberSession } from '../../../machines/testing/samples.ts';
import { keepSession, newAccount } from '../new-account.ts';
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
  session: KeptSession = memberSession,
): Promise<void> => keepSession(context, session, url);

/** Makes an account on the real server, and keeps its session as a page would have. */
export const joinForReal = async (stage: Stage, password: string): Promise<void> =>
  keepCookies(stage, await newAccount(stage.layer.product.href, password));

export const changeDialog = (page: Page): Locator =>
  page.locator('dialog[data-actor="accountChange"]');

export const changeField = (page: Page, name: string): Locator =>
  changeDialog(page).locator(`input[name="${name}"]`);

export const changeSubmit = (page: Page): Locator =>
  changeDialog(page).locator('button[type=submit]');
