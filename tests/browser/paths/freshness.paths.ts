import type { Page } from '@playwright/test';
import { freshnessDescriptor } from '../../../machines/freshness/spec/freshness.descriptor.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import { type BrowserChart, both, type Driver, type Stage } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import type { Look } from './look.ts';
import { openPage, words } from './scene.ts';

const hourMs = 3_600_000;
const path = '/?from=mail#top';

const newer = (page: Page) => page.getByText(words('freshness.newer'), { exact: true });
const broken = (page: Page) => page.getByText(words('freshness.broken'), { exact: true });

const untold = (page: Page): Look => ({ hidden: [newer(page), broken(page)] });

const actors = [
  ...['watchStake', 'watchChunks', 'watchAge'],
  ...['findNewerBuild', 'recallReloads', 'noteReload'],
];

const open = async (stage: Stage): Promise<void> => {
  await holdActors(
    stage.context,
    actors.map((one) => `freshness/${one}`),
  );
  await openPage(stage, path);
};

const pass =
  (name: string): Driver =>
  ({ page }) =>
    passActor(page, `freshness/${name}`);

const isSentBy = (step: Step, actor: string): boolean =>
  step.kind === 'sent' && step.actor === actor;

export const freshnessPaths: BrowserChart = {
  chart: 'freshness',
  model: freshnessDescriptor,
  longest: 40,
  // the browser is about to load another document; only another check is possible now
  allows: both(
    (step, { snapshot }) => !snapshot.matches('reloading') || isSentBy(step, 'watchAge'),
    (step, { snapshot }) => isSentBy(step, 'watchStake') === (snapshot.context.stake !== 'nothing'),
  ),
  open,
  drivers: {
    'watchStake sends stake.changed': pass('watchStake'),
    'watchAge sends look.due': async (stage, step, next) => {
      await pass('watchAge')(stage, step, next);
      await stage.page.clock.fastForward(hourMs + hourMs / 30);
    },
    'findNewerBuild answers': pass('findNewerBuild'),
  },
  reaches: 'freshness.looking',
  can: ({ says }) =>
    [
      'stake.changed (nothing is at stake)',
      'look.due (an hour has passed)',
      'findNewerBuild answers (nothing newer)',
    ].includes(says),
  looks: {
    'freshness.watching': untold,
    'freshness.looking': untold,
  },
  hasElement: ({ leaves }) => leaves.includes('freshness.waiting.told'),
};
