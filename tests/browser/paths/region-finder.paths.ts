import { regionFinderDescriptor } from '../../../machines/region-finder/spec/region-finder.descriptor.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { chooseFaces, openPage, press, regionFinder, words } from './scene.ts';

/** The actor of the device whose answers the walk controls. */
const preparation = 'regionFinder/preparePhoto';

const button = (page: Stage['page'], id: 'regions.find' | 'failure.retry') =>
  regionFinder(page).getByRole('button', { name: words(id) });

const searchButton = (page: Stage['page']) =>
  button(page, 'regions.find').or(button(page, 'failure.retry'));

const searching = (page: Stage['page']) => ({
  shown: [regionFinder(page).getByText(words('regions.searching'))],
  hidden: [searchButton(page)],
});

const waiting = (page: Stage['page']) => ({
  shown: [button(page, 'regions.find'), regionFinder(page).getByText(words('regions.before'))],
  hidden: [
    regionFinder(page).getByText(words('regions.searching')),
    regionFinder(page).getByText(words('regions.none')),
    regionFinder(page).getByText(words('regions.failed')),
  ],
});

export const regionFinderPaths: BrowserChart = {
  chart: 'regionFinder',
  model: regionFinderDescriptor,
  longest: 40,
  // a photo is searched once, so the button appears again only with the next photo
  allows: (step, { snapshot }) =>
    !snapshot.matches('answered') &&
    (step.kind !== 'event' ||
      step.event.type !== 'search.pressed' ||
      !snapshot.matches('searching')),
  open: async (stage) => {
    await holdActors(stage.context, [preparation]);
    await openPage(stage, '/');
    await chooseFaces(stage);
  },
  drivers: {
    'search.pressed': ({ page }) => press(page, searchButton(page)),
    'preparePhoto answers': ({ page }) => passActor(page, preparation),
    'upload sends upload.completed': ({ layer }) => layer.answer('upload'),
    'findRegions answers': ({ layer }, step) => {
      if (step.kind !== 'done') throw new Error(`Expected an answer, got the step “${step.says}”.`);
      return layer.answer('findRegions');
    },
  },
  reaches: 'regionFinder.answered.none',
  can: ({ says }) =>
    /^(search\.pressed|upload\.completed|(preparePhoto|requestUpload) answers)/.test(says) ||
    says === 'findRegions answers (nothing)',
  looks: {
    'regionFinder.idle': waiting,
    'regionFinder.searching.preparing': searching,
    'regionFinder.searching.signing': searching,
    'regionFinder.searching.sending': searching,
    'regionFinder.searching.looking': searching,
    'regionFinder.answered.none': (page) => ({
      shown: [regionFinder(page).getByText(words('regions.none'))],
      hidden: [searchButton(page)],
    }),
    'regionFinder.failed': (page) => ({
      shown: [button(page, 'failure.retry'), regionFinder(page).getByText(words('regions.failed'))],
      hidden: [button(page, 'regions.find'), regionFinder(page).getByText(words('regions.none'))],
    }),
  },
};
