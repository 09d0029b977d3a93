import type { Page } from '@playwright/test';
import { debugConsoleDescriptor } from '../../../machines/debug-console/spec/debug-console.descriptor.ts';
import type { ConsoleView } from '../../../machines/ports/debug-console.port.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { pressKey } from './keyboard.ts';
import { forbidStorage, openPage, press, untilShown } from './scene.ts';

const panel = (page: Page) => page.locator('[data-actor="debugConsole"]');
const views = (page: Page) => page.getByRole('tablist', { name: 'Views' });
const trigger = (page: Page) => page.getByRole('button', { name: /^©/ });
const report = (page: Page, words: string) => page.getByRole('button', { name: words });

const titles: Partial<Record<ConsoleView, string>> = {
  cookies: 'Cookies',
  localStorage: 'Local storage',
};

/** Opens pages with this run environment in place of the server's. */
const tellRunEnv = async (page: Page, runEnv: string): Promise<void> => {
  await page.route(/\/$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"runEnv":"test"', `"runEnv":"${runEnv}"`);
    await route.fulfill({ response, body });
  });
};

const makeSigns = async ({ page, context, url }: Stage, says = ''): Promise<void> => {
  if (says.includes('(test)')) return;
  await tellRunEnv(page, 'development');
  if (says.includes('fails')) await forbidStorage(context);
  if (says.includes('flag'))
    await context.addCookies([{ name: 'lightwell_debug', value: '1', url }]);
};

/** Allows or forbids this page to write to the clipboard, until the DevTools session ends. */
const allowClipboard = async ({ page, url }: Stage, isAllowed: boolean): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    permission: { name: 'clipboard-write', allowWithoutSanitization: false },
    setting: isAllowed ? 'granted' : 'denied',
    origin: url,
    ...(targetInfo.browserContextId ? { browserContextId: targetInfo.browserContextId } : {}),
  });
};

const isOpen = ({ leaves }: Expectation): boolean =>
  leaves.includes('debugConsole.shown.size.open');

/**
 * Returns the look of the report button with this text. The button is shown only while the console
 * is open.
 */
const saysOfReport = (own: keyof typeof reportWords) => (page: Page, expected: Expectation) => {
  const others = Object.values(reportWords).filter((words) => words !== reportWords[own]);
  const hidden = others.map((words) => page.getByRole('button', { name: words, exact: true }));
  return isOpen(expected)
    ? { shown: [report(page, reportWords[own])], hidden }
    : { hidden: [report(page, reportWords[own]), ...hidden] };
};

const reportWords = {
  idle: 'Copy bug report',
  copying: 'Copying…',
  copied: 'Copied',
  refused: 'It could not be copied',
};

const hidden = (page: Page) => ({ hidden: [panel(page)] });

export const debugConsolePaths: BrowserChart = {
  chart: 'debugConsole',
  model: {
    ...debugConsoleDescriptor,
    people: {
      ...debugConsoleDescriptor.people,
      // the page's clock is stopped, so each tap has the time of the previous tap
      'debugConsole.tapped': ({ taps }: { taps: readonly number[] }) => ({
        '': { atMs: taps.at(-1) ?? 0 },
      }),
    } as never,
  },
  allows: (step, { snapshot }) => {
    // copying takes no time, so no other step can come before the answer of `copyReport`
    if (snapshot.matches({ shown: { report: 'copying' } }))
      return 'actor' in step && step.actor === 'copyReport';
    // after taps no time passes in the walk, because the taps would expire
    if (step.kind === 'time') return snapshot.context.taps.length === 0;
    if (step.kind !== 'event') return true;
    if (step.event.type !== 'debugConsole.reportRequested') return true;
    return snapshot.matches({ shown: { size: 'open' } });
  },
  longest: 40,
  byItself: (step) =>
    'actor' in step && (step.actor !== 'watchConsole' || !step.says.includes('fails')),
  noise: (id) => id.includes('debugConsole.read'),
  open: async (stage, path) => {
    await makeSigns(stage, path.steps[0]?.step.says);
    await openPage(stage, '/');
  },
  drivers: {
    'debugConsole.tapped': ({ page }) => press(page, trigger(page)),
    'debugConsole.expanded': ({ page }) => press(page, report(page, 'Debug console')),
    'debugConsole.collapsed': ({ page }) => press(page, report(page, 'Shrink to a line')),
    'debugConsole.viewChosen': async ({ page }, step) => {
      const chosen = views(page).getByRole('tab', { selected: true });
      await untilShown(page, chosen);
      if (step.says.includes('same')) await press(page, chosen);
      else {
        const isFirst = (await chosen.textContent()) === titles.cookies;
        await pressKey(page, chosen, isFirst ? 'ArrowRight' : 'ArrowLeft');
      }
    },
    'debugConsole.reportRequested': async (stage, _, next) => {
      const { page } = stage;
      await allowClipboard(
        stage,
        next.some(({ says }) => says.startsWith('copyReport answers')),
      );
      const button = panel(page).locator('button[aria-live]');
      await press(page, button);
    },
  },
  reaches: 'debugConsole.shown.report.copied',
  can: ({ says, kind }) => kind !== 'error' && !/development|flag/.test(says),
  looks: {
    'debugConsole.asking': hidden,
    'debugConsole.hidden': hidden,
    'debugConsole.shown.size.bar': (page) => ({
      shown: [report(page, 'Debug console')],
      hidden: [views(page)],
    }),
    'debugConsole.shown.size.open': (page, { context }) => {
      const { view } = context as { view: ConsoleView };
      const tab = views(page).getByRole('tab', { selected: true, name: titles[view] ?? view });
      return { shown: [tab], hidden: [report(page, 'Debug console')] };
    },
    'debugConsole.shown.report.idle': saysOfReport('idle'),
    'debugConsole.shown.report.copying': saysOfReport('copying'),
    'debugConsole.shown.report.copied': saysOfReport('copied'),
  },
  hasElement: ({ leaves }) => leaves.some((leaf) => leaf.includes('.shown.')),
};
