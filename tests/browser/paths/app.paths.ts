import type { AppContext } from '../../../machines/app/app.types.ts';
import { type ChildId, pageChildIds } from '../../../machines/app/children.derived.ts';
import type { Locale } from '../../../machines/model/locale.ts';
import type { Expectation, Path } from '../../../workshop/paths/path.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import { wordsOf } from '../words.ts';
import {
  appAllows,
  appByItself,
  appInBrowser,
  everyPageNeeds,
  toScript,
  unloaded,
} from './app.steps.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { type Look, unseen } from './look.ts';
import { clearDialogs, fillStorage, goTo, openPage, press, refuseHistory, words } from './scene.ts';

type Page = Stage['page'];

/** The overlay. It is found by its chart, because its title changes when the task ends. */
const overlay = (page: Page) => page.locator('dialog[data-actor="overlay"]');

/** Advances the stopped clock until the overlay of a finished task has closed. */
const passOverlay = async (page: Page): Promise<void> => {
  if (await overlay(page).isVisible()) await page.clock.runFor(600);
};

const isRefusal = (step: Step | undefined): boolean => step?.kind === 'error';

/** Makes the browser refuse the next step, if the path expects a refusal. */
const prepare = async ({ page, context }: Stage, next: readonly Step[]): Promise<void> => {
  const failing = next.find(isRefusal);
  if (failing?.says.startsWith('navigate ')) await refuseHistory(page, 'pushState');
  if (failing?.says.includes('the build is outdated')) await loseBuild(context);
};

/**
 * Simulates a newer build on the server: texts of this build are missing, and the next document
 * never arrives.
 */
const loseBuild = async (context: Stage['context']): Promise<void> => {
  await context.route('**/_i18n/*/pages/*', (route) => route.abort());
  await context.route(
    (url) => Object.values<string>(unloaded).includes(url.pathname),
    // with status 204 the browser stays on the page, and Playwright does not wait for a navigation
    (route) => route.fulfill({ status: 204 }),
  );
};

/** Simulates an earlier visit to this page in the same tab. */
const goBackTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((before) => {
    const here = location.href;
    history.pushState(null, '', before);
    history.pushState(null, '', here);
    history.back();
  }, path);

const open = async (stage: Stage, { start, steps }: Path): Promise<void> => {
  if (steps[0]?.step.says.startsWith('saveCampaign fails')) await fillStorage(stage.context);
  const { path } = start.input as { path: string };
  await openPage(stage, path);
};

const heading = (page: Page, id: Parameters<typeof words>[0], locale: Locale = 'en') =>
  page.getByRole('heading', { level: 1, name: wordsOf(locale)(id), includeHidden: true });

/** Returns the look of the previous page, which stays on screen while the next page is prepared. */
const pageBefore = (page: Page, { leaves }: Expectation): Look =>
  leaves.some((leaf) => /page\.\w+\.failed/.test(leaf))
    ? { unseen: 'the page that could not be loaded is looked at by its own state' }
    : { hidden: [heading(page, 'page.failed.title')] };

const errorPage = (page: Page, locale: Locale = 'en') => ({
  shown: [
    heading(page, 'error.title', locale),
    page.getByText(wordsOf(locale)('error.text'), { exact: true }),
  ],
  hidden: [heading(page, 'home.title', locale), heading(page, 'records.title', locale)],
});

const isShellGone = ({ context }: Expectation): boolean => {
  const { crashes } = context as AppContext;
  return everyPageNeeds.some((id) => crashes[id] === 2);
};

/** Returns the look of the page if all its charts run, and otherwise of the error page. */
const pageOf = (id: ChildId) => (page: Page, expected: Expectation) => {
  const { crashes } = expected.context as AppContext;
  if (crashes[id] === 2 || isShellGone(expected)) return errorPage(page);
  const own = page.getByRole('main').locator(`[data-actor="${id}"]`);
  return { shown: [own], hidden: [heading(page, 'error.title'), heading(page, 'home.title')] };
};

const navigationNote = (page: Page) => page.getByText(words('nav.failed'), { exact: true });
const degraded = (page: Page) => page.getByText(words('degraded.text'));
const core = (page: Page) => page.getByRole('dialog', { name: words('rejected.title') });

export const appPaths: BrowserChart = {
  chart: 'app',
  model: appInBrowser as never,
  allows: appAllows,
  byItself: appByItself,
  longest: 24,
  // the tabs chart sends server.changed after a lost connection, and the root only forwards it
  noise: (id) =>
    /user\.changed|server\.changed|location\.changed|page\.prepared|done\.actor\.(navigate|prepare)|opening/.test(
      id,
    ),
  open,
  drivers: {
    'navigation.requested': async (stage, step, next) => {
      const { page } = stage;
      await passOverlay(page);
      await clearDialogs(page);
      if (step.says.includes(toScript)) {
        // all links lead to pages of this site, so only faulty code can request this
        await page.evaluate(() => {
          const script = { type: 'navigation.requested', to: 'javascript:alert(1)' };
          window.__lightwell?.root.send(script);
        });
        return;
      }
      await prepare(stage, next);
      if (step.kind === 'event' && Object.values<string>(unloaded).includes(step.event.to)) {
        await press(page, page.getByRole('contentinfo').locator(`a[href="${step.event.to}"]`));
      } else await goTo(page, step.says.includes('records') ? 'records' : 'home');
    },
    'location sends location.changed': async (stage, step, next) => {
      if (step.kind !== 'sent') return;
      await prepare(stage, next);
      await goBackTo(stage.page, step.event.path);
    },
    'user.changed': async ({ layer }) => {
      await layer.answer('refreshUser');
      layer.letThrough('refreshUser');
    },
    'language.changed': async ({ page }) => {
      const menu = page.locator('[data-actor="language"]');
      await press(page, menu.locator('summary'));
      await press(page, menu.locator('a[hreflang="de"]'));
    },
    'connection sends connection.lost': ({ context }) => context.setOffline(true),
    'connection sends connection.restored': ({ context }) => context.setOffline(false),
  },
  holds: ['loadSetup', 'refreshUser'],
  reaches: 'app.page.shown.records',
  can: ({ says }) =>
    /^(loadSetup|saveCampaign|navigate|preparePage|prepareDestination) answers/.test(says) ||
    /^(language\.changed|connection\.|user\.changed \(a guest)/.test(says) ||
    /^navigation\.requested \(to the (records|home page)/.test(says) ||
    says.includes('where it leads'),
  looks: {
    'app.boot.booting': (page) => ({ hidden: [degraded(page)] }),
    'app.boot.ready': (page) => ({ hidden: [degraded(page)] }),
    'app.boot.degraded': (page, { leaves }) =>
      leaves.includes('app.connection.online')
        ? { shown: [degraded(page)], hidden: [page.getByText(words('offline.title'))] }
        : { hidden: [degraded(page)] },
    'app.arrival.noting': unseen('it saves the campaign, and continues by itself'),
    'app.arrival.noted': unseen('the campaign is saved and not shown'),
    'app.connection.online': (page) => ({ hidden: [page.getByText(words('offline.title'))] }),
    'app.connection.offline': (page) => ({
      shown: [page.getByText(words('offline.title'))],
      hidden: [degraded(page)],
    }),
    'app.core.accepting': (page) => ({ hidden: [core(page)] }),
    'app.navigation.idle': (page) => ({ hidden: [navigationNote(page)] }),
    'app.navigation.preparing': pageBefore,
    'app.navigation.navigating': pageBefore,
    'app.page.coming.preparing': pageBefore,
    'app.page.coming.prepared': pageBefore,
    'app.page.shown.sent': pageBefore,
    'app.page.shown.plain': (page, expected) => {
      const { locale, shown } = expected.context as AppContext;
      if (isShellGone(expected)) return errorPage(page, locale);
      const studio = page.getByRole('region', { name: wordsOf(locale)('studio.label') });
      return shown.name === 'home'
        ? {
            shown: [heading(page, 'home.title', locale), studio],
            hidden: [heading(page, 'error.title', locale)],
          }
        : { hidden: [heading(page, 'home.title', locale)] };
    },
    ...Object.fromEntries(pageChildIds.map((id) => [`app.page.shown.${id}`, pageOf(id)])),
  },
  hasElement: (expected) => !isShellGone(expected),
  // React logs the error of the error page; the other lines are logged for files that cannot be
  // loaded
  console: [/a fault/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/],
};
