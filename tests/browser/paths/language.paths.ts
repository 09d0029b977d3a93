import type { AnyMachineSnapshot } from 'xstate';
import type { LanguageContext } from '../../../machines/language/language.types.ts';
import { languageDescriptor } from '../../../machines/language/spec/language.descriptor.ts';
import { type Locale, localisePath } from '../../../machines/model/locale.ts';
import { languageNames } from '../../../src/i18n/language-names.ts';
import type { Expectation, Path } from '../../../workshop/paths/path.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import { wordsOf } from '../words.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { unseen } from './look.ts';
import {
  forbidStorage,
  openPage,
  press,
  refuseCookies,
  refuseHistory,
  takeCookies,
} from './scene.ts';

type Page = Stage['page'];

/** The visitor has viewed the German records in this tab, and then the home page. */
const [before, here] = ['/de/record', '/'];

const target = ({ path, locale }: LanguageContext): string => localisePath(path, locale);

/** Returns true in a state whose next step follows immediately. */
const isPassing = (snapshot: AnyMachineSnapshot): boolean =>
  ['detecting', 'remembering', 'redirecting'].some((state) => snapshot.matches(state));

const mayMove = (step: Step & { kind: 'event' }, snapshot: AnyMachineSnapshot): boolean => {
  const context: LanguageContext = snapshot.context;
  const to: unknown = step.event.path;
  // the URL changes before the navigation call resolves
  if (snapshot.matches('redirecting')) return to === target(context) && to !== context.path;
  if (isPassing(snapshot)) return false;
  return context.path === here ? to === before : context.path === before && to === here;
};

const menu = (page: Page) => page.locator('[data-actor="language"]');

const choose = async (page: Page, locale: Locale): Promise<void> => {
  const link = menu(page).locator(`a[hreflang="${locale}"]`);
  if (!(await link.isVisible())) await press(page, menu(page).locator('summary'));
  await press(page, link);
};

const wantedOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const language = window.__lightwell?.root.system.get('language');
    return String(language?.getSnapshot().context.wanted);
  });

const isFailure = (steps: readonly Step[], actor: string): boolean =>
  steps.some((step) => step.kind === 'error' && step.actor === actor);

/** Makes the browser refuse the next step, if the path expects a refusal. */
const prepare = async (page: Page, next: readonly Step[]): Promise<void> => {
  await takeCookies(page);
  if (isFailure(next, 'saveLanguage')) await refuseCookies(page);
  if (isFailure(next, 'navigate')) await refuseHistory(page, 'replaceState');
};

const open = async (stage: Stage, { steps }: Path): Promise<void> => {
  const { page, context, layer } = stage;
  const [first, second] = steps.map(({ step }) => step);
  const browser = first?.says.includes('German') ? ['nl', 'de-AT'] : ['nl', 'en'];
  await context.addInitScript((languages) => {
    Object.defineProperty(navigator, 'languages', { get: () => languages });
  }, browser);
  // Disables the cache, because the page otherwise requests the messages of a language only once a
  // day.
  const tap = await context.newCDPSession(page);
  await tap.send('Network.enable');
  await tap.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(before);
  await page.evaluate((path) => history.pushState(null, '', path), here);
  if (first?.kind === 'error') await forbidStorage(context);
  layer.begin(stage.holds);
  await openPage(stage, here, async () => {
    layer.holdFiles('/_i18n/de/');
    await page.reload();
  });
  layer.holdFiles('/_i18n/');
  if (second) await takeCookies(page);
};

const look = (page: Page, { context }: Expectation) => {
  const { locale } = context as LanguageContext;
  const name = wordsOf(locale)('nav.language.current', { language: languageNames[locale] });
  return menu(page).getByLabel(name);
};

/** Returns the labels that name another language as the current one. They must be hidden. */
const otherLooks = (page: Page, { context }: Expectation) => {
  const { locale } = context as LanguageContext;
  return (['en', 'de', 'ja'] as const)
    .filter((other) => other !== locale)
    .map((other) =>
      menu(page).getByLabel(
        wordsOf(other)('nav.language.current', { language: languageNames[other] }),
        { exact: true },
      ),
    );
};

const settled = (page: Page, expected: Expectation) => ({
  shown: [look(page, expected)],
  hidden: [page.locator('.shell-notes .notice'), ...otherLooks(page, expected)],
});

export const languagePaths: BrowserChart = {
  chart: 'language',
  model: {
    ...languageDescriptor,
    inputs: { 'the bare home page': languageDescriptor.inputs?.['the bare home page'] },
    charts: {
      'connection.restored': {},
      'location.changed': (context: LanguageContext) => ({
        'where it leads': { path: target(context) },
        'back to German': { path: before },
        'on to English': { path: here },
      }),
    } as never,
    actors: {
      ...languageDescriptor.actors,
      readLanguageSigns: {
        ...languageDescriptor.actors?.readLanguageSigns,
        done: {
          'a German browser': { cookie: null, browser: ['nl', 'de-AT'] },
          'an English browser': { cookie: null, browser: ['nl', 'en'] },
        },
      },
    } as never,
    reads: (({ locale, wanted, chosen, path }: LanguageContext) => [
      locale,
      wanted,
      chosen,
      path,
    ]) as never,
  },
  allows: (step, { snapshot }) => {
    const context: LanguageContext = snapshot.context;
    if (step.kind === 'done' && step.actor === 'navigate') return context.path === target(context);
    if (step.kind === 'error' && step.actor === 'navigate') return context.path !== target(context);
    if (step.kind !== 'event') return true;
    if (step.event.type === 'location.changed') return mayMove(step, snapshot);
    if (step.event.type !== 'language.chosen') return true;
    return !isPassing(snapshot) && step.event.locale !== context.wanted;
  },
  byItself: (step) =>
    ('actor' in step && step.actor !== 'loadMessages') || step.says.includes('where it leads'),
  open,
  drivers: {
    'language.chosen': async ({ page }, step, next) => {
      await prepare(page, next);
      if (step.kind === 'event') await choose(page, step.event.locale);
    },
    'location.changed': async ({ page }, step, next) => {
      await prepare(page, next);
      await (step.says.includes('back') ? page.goBack() : page.goForward());
    },
    'loadMessages answers': async ({ page, layer }, _, next) => {
      await prepare(page, next);
      await layer.release('pass', `/_i18n/${await wantedOn(page)}/`);
    },
  },
  reaches: 'language.redirecting',
  can: ({ kind }) => kind !== 'error',
  longest: 12,
  looks: {
    'language.detecting': unseen('it ends by itself before the page can be inspected'),
    'language.loading': (page, expected) => ({
      shown: [look(page, expected)],
      hidden: otherLooks(page, expected),
    }),
    'language.remembering': unseen('it writes a cookie and continues by itself'),
    'language.redirecting': unseen('the address changes, which is the next step'),
    'language.ready.settled': settled,
  },
};
