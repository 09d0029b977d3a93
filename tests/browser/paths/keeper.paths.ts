import type { Page } from '@playwright/test';
import type { KeeperContext } from '../../../machines/keeper/keeper.types.ts';
import { keeperDescriptor } from '../../../machines/keeper/spec/keeper.descriptor.ts';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import { keptPhoto } from '../../../machines/testing/samples.ts';
import type { BrowserChart } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { unseen } from './look.ts';
import { choosePhoto, openStill, press, words } from './scene.ts';
import { studioButton } from './studio.looks.ts';

type Path = (context: KeeperContext) => Record<string, object>;

/** Returns true if the keeper's newest photo is in the studio. */
const isOnStudio = ({ jobs, unkept }: KeeperContext): boolean =>
  jobs.at(-1)?.kind === 'keep' || (jobs.length === 0 && unkept.length > 0);

const isNone = ({ jobs, unkept }: KeeperContext): boolean =>
  unkept.length === 0 && jobs.every(({ kind }) => kind === 'forget');

const held: Path = (context) => (isNone(context) ? { '': { photo: keptPhoto } } : {});
const released: Path = (context) => (isOnStudio(context) ? { '': { id: keptPhoto.id } } : {});

const stayOpen = (page: Page) => page.getByText(words('overlay.tip.stayOpen'));

const unasked = unseen('a photo is saved and deleted without a message');

export const keeperPaths: BrowserChart = {
  chart: 'keeper',
  model: {
    ...keeperDescriptor,
    charts: { 'photo.held': held, 'photo.released': released },
  } as unknown as ChartDescriptor,
  longest: 60,
  open: async (stage) => {
    await holdActors(stage.context, ['keeper/keepPhoto', 'keeper/forgetPhoto']);
    await openStill(stage, '/');
  },
  drivers: {
    'photo.held': choosePhoto,
    'photo.released': ({ page }) => press(page, studioButton(page, 'studio.remove')),
    'keepPhoto answers': ({ page }) => passActor(page, 'keeper/keepPhoto'),
    'forgetPhoto answers': ({ page }) => passActor(page, 'keeper/forgetPhoto'),
  },
  reaches: 'keeper.leaving.guarded',
  can: ({ kind }) => kind !== 'error',
  looks: {
    'keeper.storing.idle': unasked,
    'keeper.storing.keeping': unasked,
    'keeper.storing.forgetting': unasked,
    'keeper.leaving.free': (page) => ({ hidden: [stayOpen(page)] }),
    'keeper.leaving.guarded': unseen(
      'the browser asks when the page is left; said in the overlay, which is not open here',
    ),
  },
  hasElement: () => false,
};
