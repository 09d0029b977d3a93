import type { FirstLightContext } from '../../machines/first-light/first-light.types.ts';
import type { PhotoCut, PreviewPicture } from '../../machines/model/photo.ts';
import { photo } from '../../machines/testing/samples.ts';
import type { Step } from '../paths/step.ts';
import { ownPhoto } from './samples.ts';
import type { Scene } from './scene.ts';
import type { Cue } from './stage.ts';
import { facesChosen } from './wishes.ts';

/* A piece of the photo before and after. */

const pieces = {
  crop: { file: 'chelsea-thumb.webp', width: 128, height: 128 },
  whole: { file: ownPhoto.name, width: ownPhoto.width, height: ownPhoto.height },
};

const kindOf = ({ wish }: FirstLightContext) => wish?.offered.preview?.of ?? 'crop';

/* Both pieces are one picture under two addresses, so that a mix-up becomes visible. */
const pictureOf = (context: FirstLightContext, called: string): PreviewPicture => {
  const { file, ...size } = pieces[kindOf(context)];
  return { url: `/samples/${file}?${called}`, ...size };
};

const cutOf = (context: FirstLightContext): PhotoCut => ({
  ...pictureOf(context, 'before'),
  image: 'a cut',
});

const wishIn = (step: Step) =>
  step.kind === 'event' && step.event.type === 'look.wished'
    ? (step.event as unknown as Pick<NonNullable<FirstLightContext['wish']>, 'photo' | 'offered'>)
    : null;

/** The request must match the tray: choose the card of that function there. */
const throughTray = (step: Step): readonly Cue[] | null => {
  const wish = wishIn(step);
  if (!wish) return null;
  const type = 'function.selected';
  const event = { type, code: wish.offered.code };
  return [{ to: 'tray', step: { kind: 'event', by: 'people', event, says: type } }];
};

const first = 'upscale-2x-fast';

/** Keeps to one photo; the first preview of a photo is for the tray's first function. */
const ofOnePhoto: Scene['allows'] = (step, { snapshot }) => {
  const wish = wishIn(step);
  if (!wish) return step.kind !== 'event' || step.event.type !== 'photo.left';
  const { wish: before } = snapshot.context as FirstLightContext;
  const isInTurn = before !== null || wish.offered.code === first;
  return isInTurn && wish.photo.id === photo.id && wish.offered.preview !== null;
};

const scene = {
  chart: 'firstLight',
  path: () => '/',
  per: 'value',
  allows: ofOnePhoto,
} as const;

export const firstLightScenes: readonly Scene[] = [
  {
    ...scene,
    says: '',
    shot: { element: 'firstLight' },
    samples: {
      actors: {
        cutPhoto: { done: (context: FirstLightContext) => ({ '': cutOf(context) }) },
        previewFunction: {
          done: (context: FirstLightContext) => ({ '': pictureOf(context, 'after') }),
        },
      },
    },
    keeps: (snapshot) => !snapshot.matches('blank'),
    shows: (snapshot) =>
      (snapshot.matches('asking') || snapshot.matches('shown')) && kindOf(snapshot.context),
    tells: ({ context }) => (kindOf(context) === 'crop' ? 'a piece' : 'the whole photo'),
    via: throughTray,
    among: () => [
      [
        'tray',
        (tray) =>
          tray.matches('chosen') &&
          tray.context.functionCode === first &&
          tray.context.held.photo.width === ownPhoto.width,
      ],
    ],
  },
  {
    ...scene,
    says: 'a function without a preview',
    shot: { element: 'tray' },
    keeps: (snapshot) => snapshot.matches('blank'),
    shows: () => null,
    among: () => [facesChosen],
  },
];
