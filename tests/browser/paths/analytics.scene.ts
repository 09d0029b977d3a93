import { expect, type Page } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import type { AnalyticsContext } from '../../../machines/analytics/analytics.types.ts';
import type { AnswerName } from '../../../workshop/services/collector/answers.ts';
import { type Collector, startCollector } from '../../../workshop/services/collector/collector.ts';
import { configureTrackers } from '../trackers.ts';
import type { Stage } from './browser-chart.ts';
import { holdActors } from './held-actors.ts';
import { pressKey } from './keyboard.ts';
import { hasSaid, meterActors, unsay } from './metered-actors.ts';
import { type OtherTab, openOtherTab } from './other-tab.ts';
import { goTo, openPage, press, untilShown, words } from './scene.ts';

/*
 * Opens a page that records events as in production. Amplitude's URL is replaced by the URL of a
 * collector on this machine.
 */

/** Resources of a walk, in addition to its page. */
type Around = { collector: Collector; answer: AnswerName; tab: OtherTab; isOffline: boolean };

const known = new WeakMap<Page, Around>();

export const aroundOf = (page: Page): Around => {
  const found = known.get(page);
  if (!found) throw new Error('Expected a page opened by openMeasured.');
  return found;
};

const note = (page: Page) => page.getByRole('region', { name: words('consent.title') });

/** Advances the clock until a timer of the page or of Amplitude's SDK has had this effect. */
const runUntil = (page: Page, has: () => Promise<boolean>, message: string): Promise<void> =>
  expect
    .poll(
      async () => {
        if (await has()) return true;
        await page.clock.runFor(20);
        return false;
      },
      { timeout: 60_000, intervals: [25], message },
    )
    .toBe(true);

const openConsole = async (page: Page): Promise<void> => {
  await press(page, page.getByRole('button', { name: 'Debug console' }));
  await page.getByRole('tab', { name: 'Actors' }).click();
  await untilShown(page, page.getByRole('row', { name: /^analytics queue/ }));
};

const calls = ['takeBatch', 'sendBatch', 'settleBatch', 'emptyQueue', 'openQueue'];

/**
 * Opens a page, consents to analytics, and waits until the first events are stored on the device.
 */
export const openMeasured = async (stage: Stage): Promise<void> => {
  const { page, context, url } = stage;
  const collector = await startCollector(0, { choose: () => aroundOf(page).answer });
  context.on('close', () => void collector.close());
  const tab = openOtherTab(stage);
  known.set(page, { collector, answer: 'ok', tab, isOffline: false });
  const amplitude = { key: 'a key', zone: 'US', batch: false, serverUrl: collector.url } as const;
  await configureTrackers(page, { amplitude }, 'production');
  await context.addCookies([{ name: 'lightwell_debug', value: '1', url }]);
  // allows the page, which comes from another host for the browser, to call a server on this
  // machine
  await context.grantPermissions(['local-network-access'], { origin: url });
  await holdActors(
    context,
    calls.map((one) => `analytics/${one}`),
  );
  await meterActors(context, ['analytics/watchQueue', 'analytics/holdLead']);
  await openPage(stage, '/');
  await press(page, note(page).getByRole('button', { name: words('consent.allow'), exact: true }));
  const isWritten = async () => (await tab.events()).includes('consent_choose');
  await runUntil(page, isWritten, 'the choice is on the device');
  await openConsole(page);
};

export const chooseAgain = async (
  page: Page,
  choice: 'consent.allow' | 'consent.refuse',
): Promise<void> => {
  const footer = page.getByRole('contentinfo');
  const again = footer.getByRole('button', { name: words('footer.privacyChoices') });
  const button = note(page).getByRole('button', { name: words(choice), exact: true });
  // uses keys, because the debug console covers both buttons
  for (const one of [again, button]) {
    await untilShown(page, one);
    await pressKey(page, one);
  }
};

/** Waits until at least one event is stored and no event is still being written. */
export const untilWritten = async (page: Page): Promise<void> => {
  const { tab } = aroundOf(page);
  const isWritten = async () => (await tab.events()).length > 0;
  await runUntil(page, isWritten, 'something is on the device');
  await page.clock.runFor(500);
  await tab.untilStill();
};

/** Advances the clock by a second, because the debug console is updated once a second. */
export const readConsole = ({ page }: Stage): Promise<void> =>
  page.evaluate(async () => {
    const choose = (view: string) => document.getElementById(`debug-console-${view}`)?.click();
    choose('build');
    choose('actors');
    for (let tries = 0; tries < 200; tries += 1) {
      const panel = document.getElementById('debug-console-panel');
      if (panel?.textContent?.includes('analytics queue')) return;
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  });

export const chartOf = (
  page: Page,
): Promise<{ value: AnyMachineSnapshot['value']; context: AnalyticsContext }> =>
  page.evaluate(() => {
    const { value, context } =
      window.__lightwell?.root.system.get('analytics')?.getSnapshot() ?? {};
    return { value, context };
  });

/** Goes to another page, which records events, and waits until the queue reports `type`. */
export const happen = async (page: Page, type: string): Promise<void> => {
  await unsay(page, 'analytics/watchQueue', type);
  const isHome = new URL(page.url()).pathname === '/';
  await goTo(page, isHome ? 'records' : 'home');
  await runUntil(page, () => hasSaid(page, 'analytics/watchQueue', { type }), `it says ${type}`);
};

/**
 * Amplitude's SDK sends its events one second after the connection is back. No other timer has this
 * duration.
 */
const flushedMs = 1001;

const untilHeard = async (page: Page, type: 'online' | 'offline', act: () => Promise<void>) => {
  await page.evaluate((name) => {
    Reflect.set(window, '__heard', false);
    addEventListener(name, () => Reflect.set(window, '__heard', true), { once: true });
  }, type);
  await act();
  const hasHeard = () => page.evaluate(() => Reflect.get(window, '__heard'));
  await expect.poll(hasHeard, { timeout: 60_000, intervals: [25] }).toBe(true);
};

export const goOffline = async ({ page, context }: Stage): Promise<void> => {
  await untilHeard(page, 'offline', () => context.setOffline(true));
  aroundOf(page).isOffline = true;
};

export const goOnline = async ({ page, context }: Stage): Promise<void> => {
  await untilHeard(page, 'online', () => context.setOffline(false));
  aroundOf(page).isOffline = false;
  await page.clock.runFor(flushedMs);
};
