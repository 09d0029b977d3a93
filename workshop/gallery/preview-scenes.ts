import type { PhotoPiece, PreviewPicture } from '../../machines/model/photo.ts';
import type { PreviewContext } from '../../machines/preview/preview.types.ts';
import { photo } from '../../machines/testing/samples.ts';
import type { Step } from '../paths/step.ts';
import { ownPhoto } from './samples.ts';
import type { Scene } from './scene.ts';
import type { Cue } from './stage.ts';
import { facesChosen } from './wishes.ts';

/* Scenes of a preview, which shows a piece of the photo before and after. */

const pieces = {
  crop: { file: 'chelsea-thumb.webp', width: 128, height: 128 },
  whole: { file: ownPhoto.name, width: ownPhoto.width, height: ownPhoto.height },
};

const kindOf = ({ request }: PreviewContext) => request?.offered.preview?.of ?? 'crop';

/* Before and after show the same picture under different addresses, so that a test notices if
   they are swapped. */
const pictureOf = (context: PreviewContext, called: string): PreviewPicture => {
  const { file, ...size } = pieces[kindOf(context)];
  return { url: `/samples/${file}?${called}`, ...size };
};

const cropOf = (context: PreviewContext): PhotoPiece => ({
  ...pictureOf(context, 'before'),
  image: 'a piece',
});

const requestIn = (step: Step) =>
  step.kind === 'event' && step.event.type === 'preview.requested'
    ? (step.event as unknown as Pick<NonNullable<PreviewContext['request']>, 'photo' | 'offered'>)
    : null;

/** Selects the function in the studio, so that the studio and the request match. */
const throughStudio = (step: Step): readonly Cue[] | null => {
  const request = requestIn(step);
  if (!request) return null;
  const type = 'function.selected';
  const event = { type, code: request.offered.code };
  return [{ to: 'studio', step: { kind: 'event', by: 'people', event, says: type } }];
};

const first = 'upscale-2x-fast';

/** Allows only steps about one photo. Its first preview is that of the studio's first function. */
const ofOnePhoto: Scene['allows'] = (step, { snapshot }) => {
  const request = requestIn(step);
  if (!request) return step.kind !== 'event' || step.event.type !== 'photo.left';
  const { request: before } = snapshot.context as PreviewContext;
  const isInTurn = before !== null || request.offered.code === first;
  return isInTurn && request.photo.id === photo.id && request.offered.preview !== null;
};

const scene = {
  chart: 'preview',
  path: () => '/',
  per: 'value',
  allows: ofOnePhoto,
} as const;

export const previewScenes: readonly Scene[] = [
  {
    ...scene,
    says: '',
    shot: { element: 'preview' },
    samples: {
      actors: {
        cropPhoto: { done: (context: PreviewContext) => ({ '': cropOf(context) }) },
        previewFunction: {
          done: (context: PreviewContext) => ({ '': pictureOf(context, 'after') }),
        },
      },
    },
    keeps: (snapshot) => !snapshot.matches('blank'),
    shows: (snapshot) =>
      (snapshot.matches('asking') || snapshot.matches('shown')) && kindOf(snapshot.context),
    tells: ({ context }) => (kindOf(context) === 'crop' ? 'a piece' : 'the whole photo'),
    via: throughStudio,
    among: () => [
      [
        'studio',
        (studio) =>
          studio.matches('chosen') &&
          studio.context.functionCode === first &&
          studio.context.held.photo.width === ownPhoto.width,
      ],
    ],
  },
  {
    ...scene,
    says: 'a function without a preview',
    shot: { element: 'studio' },
    keeps: (snapshot) => snapshot.matches('blank'),
    shows: () => null,
    among: () => [facesChosen],
  },
];
