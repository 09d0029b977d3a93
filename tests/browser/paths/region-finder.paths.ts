import { readFileSync } from 'node:fs';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { regionFinderDescriptor } from '../../../machines/region-finder/region-finder.descriptor.ts';
import type { RegionFinderContext } from '../../../machines/region-finder/region-finder.types.ts';
import { photoFile } from '../studio-page.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { failActor, holdActors, scriptActor } from './held-actors.ts';
import { pressKey } from './keyboard.ts';
import { choosePhoto, crash, openPage, press, quiet, untilShown, words } from './scene.ts';

const coffee = readFileSync(photoFile('coffee.png')).toString('base64');

/** Device and server answer when the walk says so. */
const held = ['preparePhoto', 'requestUpload', 'upload', 'findRegions'].map(
  (actor) => `regionFinder/${actor}`,
);

const answer =
  (actor: string): Driver =>
  ({ page }, step) => {
    if (step.kind !== 'done') throw new Error(`“${step.says}” is no answer`);
    return scriptActor(page, `regionFinder/${actor}`, { output: step.output }, coffee);
  };

const fail =
  (actor: string): Driver =>
  ({ page }, step) => {
    if (step.kind !== 'error') throw new Error(`“${step.says}” is no failure`);
    return failActor(page, `regionFinder/${actor}`, failureOf(step.error));
  };

const send: Driver = ({ page }, step) => {
  if (step.kind !== 'sent') throw new Error(`“${step.says}” is no event`);
  return scriptActor(page, 'regionFinder/upload', { event: step.event });
};

const finder = (page: Stage['page']) => page.locator('[data-actor="regionFinder"]');

const button = (page: Stage['page'], id: 'faces.find' | 'failure.retry') =>
  finder(page).getByRole('button', { name: words(id) });

const searchButton = (page: Stage['page']) =>
  button(page, 'faces.find').or(button(page, 'failure.retry'));

const chooseFaces = async (stage: Stage): Promise<void> => {
  await choosePhoto(stage);
  const faceBlur = stage.page.locator('input[type=radio][value="face-blur"]');
  if (!(await faceBlur.isChecked())) await pressKey(stage.page, faceBlur, ' ');
  await untilShown(stage.page, finder(stage.page));
};

/** Another photo is chosen: what is known of the first one is not shown any more. */
const replacePhoto: Driver = async (stage) => {
  const { page } = stage;
  await press(page, page.getByRole('button', { name: words('studio.remove') }));
  await chooseFaces(stage);
};

const searching = (page: Stage['page']) => ({
  shown: [finder(page).getByText(words('faces.searching'))],
  hidden: [searchButton(page)],
});

/** The photo that the answer is about has been replaced. */
const isForgotten = (context: unknown): boolean =>
  (context as RegionFinderContext).arrived === null;

const waiting = (page: Stage['page']) => ({
  shown: [button(page, 'faces.find'), finder(page).getByText(words('faces.before'))],
});

export const regionFinderPaths: BrowserChart = {
  chart: 'regionFinder',
  model: regionFinderDescriptor,
  longest: 40,
  // what was found in a photo is found: the button is back with the next photo
  allows: (step, { snapshot }) =>
    step.kind !== 'event' ||
    step.event.type !== 'search.pressed' ||
    (!snapshot.matches('searching') &&
      !(snapshot.matches('answered') && snapshot.context.arrived !== null)),
  open: async (stage) => {
    await holdActors(stage.context, held);
    await openPage(stage, '/', quiet);
    await chooseFaces(stage);
  },
  drivers: {
    'search.pressed': ({ page }) => press(page, searchButton(page)),
    'photo.left': replacePhoto,
    'preparePhoto answers': answer('preparePhoto'),
    'preparePhoto fails': fail('preparePhoto'),
    'requestUpload answers': answer('requestUpload'),
    'requestUpload fails': fail('requestUpload'),
    'upload sends upload.completed': send,
    'upload sends upload.failed': send,
    'upload fails': ({ page }) => crash(page, 'regionFinder', 'upload'),
    'findRegions answers': answer('findRegions'),
    'findRegions fails': fail('findRegions'),
  },
  looks: {
    'regionFinder.idle': waiting,
    'regionFinder.searching.preparing': searching,
    'regionFinder.searching.signing': searching,
    'regionFinder.searching.sending': searching,
    'regionFinder.searching.looking': searching,
    'regionFinder.answered.found': (page, { context }) =>
      isForgotten(context)
        ? waiting(page)
        : {
            shown: [
              finder(page).getByRole('button', { name: words('faces.face', { number: 1 }) }),
              finder(page).getByRole('button', { name: words('faces.face', { number: 2 }) }),
            ],
            hidden: [searchButton(page)],
          },
    'regionFinder.answered.none': (page, { context }) =>
      isForgotten(context)
        ? waiting(page)
        : { shown: [finder(page).getByText(words('faces.none'))], hidden: [searchButton(page)] },
    'regionFinder.failed': (page) => ({
      shown: [button(page, 'failure.retry'), finder(page).getByText(words('faces.failed'))],
    }),
  },
};
