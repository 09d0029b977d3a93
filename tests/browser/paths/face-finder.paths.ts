import { faceFinderDescriptor } from '../../../machines/face-finder/spec/face-finder.descriptor.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { chooseFaces, faceFinder, openPage, press, words } from './scene.ts';

/** The actor of the device whose answers the walk controls. */
const preparation = 'faceFinder/preparePhoto';

const button = (page: Stage['page'], id: 'faces.find' | 'failure.retry') =>
  faceFinder(page).getByRole('button', { name: words(id) });

const searchButton = (page: Stage['page']) =>
  button(page, 'faces.find').or(button(page, 'failure.retry'));

const searching = (page: Stage['page']) => ({
  shown: [faceFinder(page).getByText(words('faces.searching'))],
  hidden: [searchButton(page)],
});

const waiting = (page: Stage['page']) => ({
  shown: [button(page, 'faces.find'), faceFinder(page).getByText(words('faces.before'))],
  hidden: [
    faceFinder(page).getByText(words('faces.searching')),
    faceFinder(page).getByText(words('faces.none')),
    faceFinder(page).getByText(words('faces.failed')),
  ],
});

export const faceFinderPaths: BrowserChart = {
  chart: 'faceFinder',
  model: faceFinderDescriptor,
  longest: 40,
  // faces are searched once per photo, so the button appears again only with the next photo
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
  reaches: 'faceFinder.answered.none',
  can: ({ says }) =>
    /^(search\.pressed|upload\.completed|(preparePhoto|requestUpload) answers)/.test(says) ||
    says === 'findRegions answers (no face)',
  looks: {
    'faceFinder.idle': waiting,
    'faceFinder.searching.preparing': searching,
    'faceFinder.searching.signing': searching,
    'faceFinder.searching.sending': searching,
    'faceFinder.searching.looking': searching,
    'faceFinder.answered.none': (page) => ({
      shown: [faceFinder(page).getByText(words('faces.none'))],
      hidden: [searchButton(page)],
    }),
    'faceFinder.failed': (page) => ({
      shown: [button(page, 'failure.retry'), faceFinder(page).getByText(words('faces.failed'))],
      hidden: [button(page, 'faces.find'), faceFinder(page).getByText(words('faces.none'))],
    }),
  },
};
