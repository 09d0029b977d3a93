import type { Page } from '@playwright/test';
import { firstLightDescriptor } from '../../../machines/first-light/first-light.descriptor.ts';
import type {
  FirstLightContext,
  LookWish,
} from '../../../machines/first-light/first-light.types.ts';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import { sampleCut, samplePreview } from '../../../machines/testing/sample-look.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { pressKey } from './keyboard.ts';
import { type Look, oneOf } from './look.ts';
import { choosePhoto, openPage, press, untilShown, words } from './scene.ts';

/** The device answers when the walk lets it. */
const cutting = 'firstLight/cutPhoto';

const samples = firstLightDescriptor.charts?.['look.wished'] as unknown as Record<string, LookWish>;

const sampleOf = (name: string): LookWish => {
  const found = samples[name];
  if (!found) throw new Error(`Expected a sample named “${name}”.`);
  return found;
};

const fast = sampleOf('');
const whole = sampleOf('another function');
const none = sampleOf('nothing to show');

/** The preview of each kind of function: no two pictures are alike. */
const kinds = {
  crop: { says: 'firstLook.crop', before: 'data:image/png;', after: samplePreview },
  whole: { says: 'firstLook.whole', before: 'data:image/jpeg;', after: sampleCut },
} as const;

type Kind = keyof typeof kinds;

const contextIn = ({ context }: Pick<Expectation, 'context'>) => context as FirstLightContext;

const kindOf = ({ wish }: FirstLightContext): Kind => wish?.offered.preview?.of ?? 'crop';

const codeOf = ({ wish }: FirstLightContext): string | undefined => wish?.offered.code;

const wishIn = (step: Step): LookWish => {
  if (step.kind !== 'event') throw new Error(`Expected an event, got the step “${step.says}”.`);
  return step.event as unknown as LookWish;
};

/** The function that the tray selects by default. */
const isUsual = (context: FirstLightContext): boolean => codeOf(context) === fast.offered.code;

/** The tray sends the photo with the function that was selected last, then other functions. */
const inBrowser = {
  ...firstLightDescriptor,
  charts: {
    ...firstLightDescriptor.charts,
    'look.wished': ({ wish }: FirstLightContext) =>
      wish === null
        ? { '': fast }
        : { '': fast, 'another function': whole, 'nothing to show': none },
    // the next photo comes with the function of the previous one
    'photo.left': (context: FirstLightContext) => (isUsual(context) ? { '': {} } : {}),
  },
  actors: {
    ...firstLightDescriptor.actors,
    previewFunction: {
      ...firstLightDescriptor.actors?.previewFunction,
      done: (context: FirstLightContext) => {
        const kind = kindOf(context);
        return { [`the ${kind}`]: kinds[kind].after };
      },
    },
  },
} as unknown as ChartDescriptor;

const section = (page: Page) => page.getByRole('region', { name: words('firstLook.title') });

const divider = (page: Page) => section(page).getByRole('slider');

const said = (page: Page, id: Parameters<typeof words>[0]) =>
  section(page)
    .getByRole('status')
    .filter({ hasText: words(id) });

const saying = oneOf((page) => ({
  crop: said(page, 'firstLook.crop'),
  whole: said(page, 'firstLook.whole'),
  waiting: said(page, 'firstLook.waiting'),
  missed: said(page, 'firstLook.missed'),
  offline: said(page, 'firstLook.offline'),
}));

const beginning = (src: string) => `img[src^="${src}"]`;

const placeWith = (page: Page, { before }: { before: string }) =>
  section(page).locator('.look-place').locator(beginning(before));

/** No pictures to compare; shows the unchanged piece once it is cut. */
const lookless =
  (name: 'waiting' | 'missed' | 'offline') =>
  (page: Page, expected: Expectation): Look => {
    const context = contextIn(expected);
    const kind = kindOf(context);
    const isCut = Object.keys(context.cuts).some((key) => key.startsWith(kind));
    const told = saying(name)(page);
    const other = kinds[kind === 'crop' ? 'whole' : 'crop'];
    const piece = placeWith(page, kinds[kind]);
    return {
      shown: [...told.shown, ...(isCut ? [piece] : [])],
      hidden: [...told.hidden, divider(page), placeWith(page, other), ...(isCut ? [] : [piece])],
    };
  };

const picture = (page: Page, alt: 'compare.originalAlt' | 'compare.resultAlt', src: string) =>
  section(page)
    .getByRole('img', { name: words(alt), exact: true })
    .and(page.locator(beginning(src)));

/** The browser's cut before, the server's result after. */
const compared =
  (afterOf: (kind: Kind) => string) =>
  (page: Page, expected: Expectation): Look => {
    const kind = kindOf(contextIn(expected));
    const { before } = kinds[kind];
    const other = kind === 'crop' ? 'whole' : 'crop';
    const told = saying(kind)(page);
    return {
      shown: [
        ...told.shown,
        divider(page),
        picture(page, 'compare.originalAlt', before),
        picture(page, 'compare.resultAlt', afterOf(kind)),
      ],
      hidden: [
        ...told.hidden,
        section(page).locator('.look-place'),
        picture(page, 'compare.originalAlt', kinds[other].before),
        picture(page, 'compare.originalAlt', 'data:image/webp;'),
        picture(page, 'compare.resultAlt', before),
        ...(afterOf(kind) === afterOf(other)
          ? []
          : [picture(page, 'compare.resultAlt', afterOf(other))]),
      ],
    };
  };

const removeButton = (page: Page) => page.getByRole('button', { name: words('studio.remove') });

const dropPlace = (page: Page) => page.getByRole('group', { name: words('drop.label') });

const radio = (page: Page, { offered }: LookWish) =>
  page.locator(`input[type=radio][value="${offered.code}"]`);

/** Caused by a photo, by a function, or by an update of the tray that changes neither. */
const wishFor: Driver = async (stage, step) => {
  const { page, layer } = stage;
  const chosen = radio(page, wishIn(step));
  if ((await chosen.count()) === 0) await choosePhoto(stage);
  else if (await chosen.isChecked()) await layer.answer('refreshUser');
  else await pressKey(page, chosen, ' ');
};

const removePhoto: Driver = async ({ page }: Stage) => {
  await press(page, removeButton(page));
  await untilShown(page, dropPlace(page));
};

export const firstLightPaths: BrowserChart = {
  chart: 'firstLight',
  model: inBrowser,
  longest: 24,
  // a visitor who chooses sees the answer: one of each kind
  byPeople: ({ kind }) => kind === 'done',
  open: async (stage) => {
    // the walk answers the preview and the call for the user
    await holdActors(stage.context, [cutting]);
    await openPage(stage, '/');
  },
  // its code is loaded with the page: no look needs time, which would end the pause
  refresh: async () => {},
  drivers: {
    'look.wished': wishFor,
    'photo.left': removePhoto,
    'cutPhoto answers': ({ page }) => passActor(page, cutting),
  },
  holds: ['refreshUser'],
  reaches: 'firstLight.shown',
  can: ({ says, kind }) =>
    kind === 'time' || /^look\.wished|^photo\.left|^(cutPhoto|previewFunction) answers/.test(says),
  // the session asks for the user by itself
  allows: (step, { snapshot }) =>
    step.kind !== 'event' ||
    step.event.type !== 'look.wished' ||
    wishIn(step).offered.code !== codeOf(contextIn(snapshot)),
  looks: {
    'firstLight.blank': (page, expected) => ({
      shown: [contextIn(expected).wish === null ? dropPlace(page) : removeButton(page)],
      hidden: [section(page), divider(page)],
    }),
    'firstLight.pausing': lookless('waiting'),
    'firstLight.cutting': lookless('waiting'),
    'firstLight.asking': lookless('waiting'),
    'firstLight.shown': compared(() => 'data:image/webp;'),
    'firstLight.postponed': lookless('offline'),
  },
  hasElement: ({ leaves }) => !leaves.includes('firstLight.blank'),
};
