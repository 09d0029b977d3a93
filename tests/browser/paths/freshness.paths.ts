import type { Page } from '@playwright/test';
import { freshnessDescriptor } from '../../../machines/freshness/freshness.descriptor.ts';
import type { FreshnessContext } from '../../../machines/freshness/freshness.types.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import type { Expectation } from '../../../tools/paths/path.ts';
import type { Step } from '../../../tools/paths/step.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { failActor, holdActors, passActor, scriptActor } from './held-actors.ts';
import type { Look } from './look.ts';
import { noteMadeUp } from './made-up.ts';
import { crash, goTo, openPage, press, quiet, reconnect, words } from './scene.ts';

const hourMs = 3_600_000;
const path = '/?from=mail#top';

const newer = (page: Page) => page.getByText(words('freshness.newer'), { exact: true });
const broken = (page: Page) => page.getByText(words('freshness.broken'), { exact: true });
const note = (page: Page) => page.locator('[data-actor="freshness"]');
const button = (page: Page, id: 'freshness.reload' | 'toast.close') =>
  note(page).getByRole('button', { name: words(id), exact: true });

const untold = (page: Page): Look => ({ hidden: [newer(page), broken(page)] });

const told = (page: Page, { context }: Expectation): Look => {
  const isNewer = (context as FreshnessContext).cause?.kind === 'newer';
  const buttons = [button(page, 'freshness.reload'), button(page, 'toast.close')];
  return isNewer
    ? { shown: [newer(page), ...buttons], hidden: [broken(page)] }
    : { shown: [broken(page), ...buttons], hidden: [newer(page)] };
};

const actors = [
  ...['watchStake', 'watchChunks', 'watchAge'],
  ...['findNewerBuild', 'recallReloads', 'noteReload'],
];

const open = async (stage: Stage): Promise<void> => {
  await holdActors(
    stage.context,
    actors.map((one) => `freshness/${one}`),
  );
  await openPage(stage, path, quiet);
};

/** The browser stays where it is, and Playwright does not wait for a navigation to end. */
const withoutReloads = async ({ page, context }: Stage): Promise<void> => {
  noteMadeUp(context, 'the next document');
  await page.route('**/*', (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.fallback(),
  );
};

const pass =
  (name: string): Driver =>
  ({ page }) =>
    passActor(page, `freshness/${name}`);

const sends =
  (name: string): Driver =>
  async ({ page }, step) => {
    if (step.kind === 'sent') await scriptActor(page, `freshness/${name}`, { event: step.event });
  };

const answers =
  (name: string): Driver =>
  async ({ page }, step) => {
    if (step.kind === 'done')
      await scriptActor(page, `freshness/${name}`, { output: step.output ?? null });
  };

const fails =
  (name: string): Driver =>
  async ({ page }, step) => {
    if (step.kind === 'error') await failActor(page, `freshness/${name}`, failureOf(step.error));
  };

const isSentBy = (step: Step, actor: string): boolean =>
  step.kind === 'sent' && step.actor === actor;

const ofActors = (names: readonly string[], of: (name: string) => [string, Driver][]) =>
  Object.fromEntries(names.flatMap(of));

export const freshnessPaths: BrowserChart = {
  chart: 'freshness',
  model: freshnessDescriptor,
  longest: 40,
  // the browser is about to load another document; from here only another look leads on
  allows: (step, { snapshot }) => !snapshot.matches('reloading') || isSentBy(step, 'watchAge'),
  open: async (stage) => {
    await open(stage);
    await withoutReloads(stage);
  },
  drivers: {
    'reload.pressed': ({ page }) => press(page, button(page, 'freshness.reload')),
    'reloadNote.dismissed': ({ page }) => press(page, button(page, 'toast.close')),
    'location.changed': async ({ page }, { says }) => {
      if (says.includes('home')) await goTo(page, 'home');
      else {
        const footer = page.getByRole('contentinfo');
        await press(page, footer.getByRole('link', { name: words('footer.terms'), exact: true }));
      }
    },
    'connection.restored': reconnect,
    'watchStake sends stake.changed': sends('watchStake'),
    'watchChunks sends chunk.failed': sends('watchChunks'),
    'watchAge sends look.due': sends('watchAge'),
    ...ofActors(['watchStake', 'watchChunks', 'watchAge'], (name) => [
      [`${name} fails`, ({ page }) => crash(page, 'freshness', name)],
    ]),
    ...ofActors(['findNewerBuild', 'recallReloads', 'noteReload'], (name) => [
      [`${name} answers`, answers(name)],
      [`${name} fails`, fails(name)],
    ]),
  },
  real: {
    reaches: 'freshness.looking',
    can: ({ says }) =>
      [
        'stake.changed (nothing is at stake)',
        'look.due (an hour has passed)',
        'findNewerBuild answers (nothing newer)',
      ].includes(says),
    allows: (step, { snapshot }) =>
      isSentBy(step, 'watchStake') === (snapshot.context.stake !== 'nothing'),
    open,
    drivers: {
      'watchStake sends stake.changed': pass('watchStake'),
      'watchAge sends look.due': async (stage, step, next) => {
        await pass('watchAge')(stage, step, next);
        await stage.page.clock.fastForward(hourMs + hourMs / 30);
      },
      'findNewerBuild answers': pass('findNewerBuild'),
    },
  },
  looks: {
    'freshness.watching': untold,
    'freshness.looking': untold,
    'freshness.recalling': untold,
    'freshness.noting': untold,
    'freshness.reloading': untold,
    'freshness.resting': untold,
    'freshness.waiting.told': told,
    'freshness.waiting.dismissed': untold,
  },
  hasElement: ({ leaves }) => leaves.includes('freshness.waiting.told'),
};
