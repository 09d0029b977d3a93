import type { Page } from '@playwright/test';
import type { PreviewContext, PreviewRequest } from '../../../machines/preview/preview.types.ts';
import { previewDescriptor } from '../../../machines/preview/spec/preview.descriptor.ts';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import { samplePiece, samplePreview } from '../../../machines/testing/sample-preview.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { pressKey } from './keyboard.ts';
import { type Look, oneOf } from './look.ts';
import { choosePhoto, openPage, press, untilShown, words } from './scene.ts';

/** The actor of the device whose answers the walk controls. */
const cropping = 'preview/cropPhoto';

const samples = previewDescriptor.charts?.['preview.requested'] as unknown as Record<
  string,
  PreviewRequest
>;

const sampleOf = (name: string): PreviewRequest => {
  const found = samples[name];
  if (!found) throw new Error(`Expected a sample named “${name}”.`);
  return found;
};

const fast = sampleOf('');
const whole = sampleOf('another function');
const none = sampleOf('nothing to show');

/** The preview of each kind of function. The pictures of the two kinds differ. */
const kinds = {
  crop: { says: 'preview.movable', before: 'data:image/png;', after: samplePreview },
  whole: { says: 'preview.whole', before: 'data:image/jpeg;', after: samplePiece },
} as const;

type Kind = keyof typeof kinds;

const contextIn = ({ context }: Pick<Expectation, 'context'>) => context as PreviewContext;

const kindOf = ({ request }: PreviewContext): Kind => request?.offered.preview?.of ?? 'crop';

const codeOf = ({ request }: PreviewContext): string | undefined => request?.offered.code;

const requestIn = (step: Step): PreviewRequest => {
  if (step.kind !== 'event') throw new Error(`Expected an event, got the step “${step.says}”.`);
  return step.event as unknown as PreviewRequest;
};

/** Returns true if the preview is for the function that the studio selects by default. */
const isUsual = (context: PreviewContext): boolean => codeOf(context) === fast.offered.code;

/**
 * The steps that the studio really causes: it sends a photo with the latest function, and then with
 * other functions.
 */
const inBrowser = {
  ...previewDescriptor,
  charts: {
    ...previewDescriptor.charts,
    'preview.requested': ({ request }: PreviewContext) =>
      request === null
        ? { '': fast }
        : { '': fast, 'another function': whole, 'nothing to show': none },
    // the next photo comes with the function of the previous photo
    'photo.left': (context: PreviewContext) => (isUsual(context) ? { '': {} } : {}),
  },
  actors: {
    ...previewDescriptor.actors,
    previewFunction: {
      ...previewDescriptor.actors?.previewFunction,
      done: (context: PreviewContext) => {
        const kind = kindOf(context);
        return { [`the ${kind}`]: kinds[kind].after };
      },
    },
  },
} as unknown as ChartDescriptor;

const section = (page: Page) => page.getByRole('region', { name: words('preview.title') });

const divider = (page: Page) => section(page).getByRole('slider');

const said = (page: Page, id: Parameters<typeof words>[0]) =>
  section(page)
    .getByRole('status')
    .filter({ hasText: words(id) });

const saying = oneOf((page) => ({
  crop: said(page, 'preview.movable'),
  whole: said(page, 'preview.whole'),
  waiting: said(page, 'preview.waiting'),
  missed: said(page, 'preview.missed'),
  offline: said(page, 'preview.offline'),
}));

const beginning = (src: string) => `img[src^="${src}"]`;

const placeWith = (page: Page, { before }: { before: string }) =>
  section(page).locator('.preview-place').locator(beginning(before));

/**
 * Returns the look without pictures to compare. While a preview is expected, the unchanged piece of
 * the photo is shown once it is cropped; otherwise the whole photo.
 */
const withoutPicture =
  (name: 'waiting' | 'missed' | 'offline') =>
  (page: Page, expected: Expectation): Look => {
    const context = contextIn(expected);
    const kind = kindOf(context);
    const isCut =
      name === 'waiting' && Object.keys(context.pieces).some((key) => key.startsWith(kind));
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

/**
 * Returns the look that compares the browser's piece of the photo (before) with the server's result
 * (after).
 */
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
        section(page).locator('.preview-place'),
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

/** All enlargements share one card. */
const radio = (page: Page, { offered }: PreviewRequest) =>
  page.locator(
    `input[name="function"][value^="${offered.code.replace(/^upscale-.*/, 'upscale-')}"]`,
  );

/**
 * Causes a preview request by choosing a photo, by choosing a function, or by an update of the
 * studio that changes neither.
 */
const requestFor: Driver = async (stage, step) => {
  const { page, layer } = stage;
  const chosen = radio(page, requestIn(step));
  if ((await chosen.count()) === 0) await choosePhoto(stage);
  else if (await chosen.isChecked()) await layer.answer('refreshUser');
  else await pressKey(page, chosen, ' ');
};

const removePhoto: Driver = async ({ page }: Stage) => {
  await press(page, removeButton(page));
  await untilShown(page, dropPlace(page));
};

export const previewPaths: BrowserChart = {
  chart: 'preview',
  model: inBrowser,
  longest: 24,
  // the visitor sees the answer, so each kind of answer is a goal
  byPeople: ({ kind }) => kind === 'done',
  open: async (stage) => {
    // the walk controls the answers to the preview and to the call for the user
    await holdActors(stage.context, [cropping]);
    await openPage(stage, '/');
  },
  // looks need no passing time, because the code is loaded with the page; passing time would end
  // the delay before a request
  refresh: async () => {},
  drivers: {
    'preview.requested': requestFor,
    'photo.left': removePhoto,
    'cropPhoto answers': ({ page }) => passActor(page, cropping),
  },
  holds: ['refreshUser'],
  reaches: 'preview.shown',
  can: ({ says, kind }) =>
    kind === 'time' ||
    /^preview\.requested|^photo\.left|^(cropPhoto|previewFunction) answers/.test(says),
  // the page requests a preview again only for another function
  allows: (step, { snapshot }) =>
    step.kind !== 'event' ||
    step.event.type !== 'preview.requested' ||
    requestIn(step).offered.code !== codeOf(contextIn(snapshot)),
  looks: {
    'preview.blank': (page, expected) => ({
      shown: [contextIn(expected).request === null ? dropPlace(page) : removeButton(page)],
      hidden: [section(page), divider(page)],
    }),
    'preview.pausing': withoutPicture('waiting'),
    'preview.cropping': withoutPicture('waiting'),
    'preview.asking': withoutPicture('waiting'),
    'preview.shown': compared(() => 'data:image/webp;'),
    'preview.postponed': withoutPicture('offline'),
  },
  hasElement: ({ leaves }) => !leaves.includes('preview.blank'),
};
