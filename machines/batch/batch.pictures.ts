import type { StartRequest } from '../model/kept-photo.ts';
import { lacksPicture, pictureOf, pictureToCome, withPicture } from '../model/own-value.ts';
import type { RunInput, Wish } from '../run/run.types.ts';
import { photosAt, withStep } from './batch.photos.ts';
import type { BatchContext, BatchPhoto, BatchStep } from './batch.types.ts';

/* Replaces the visitor's own picture in the photos of a started batch. */

type Photos = readonly BatchPhoto[];

/** A start that may have created a task keeps its request. */
const inputWith = (input: RunInput, wish: Wish): RunInput => {
  if (input.from === 'photo' || input.from === 'request') return { ...input, wish };
  if (input.from !== 'arrival') return input;
  return { ...input, wish, request: { ...input.request, options: wish.options } };
};

const stepWith = (step: BatchStep, change: (wish: Wish) => Wish): BatchStep => {
  if (!('wish' in step)) return step;
  const wish = change(step.wish);
  return step.kind === 'waiting'
    ? { ...step, wish, input: inputWith(step.input, wish) }
    : { ...step, wish };
};

const withWishes = (photos: Photos, change: (wish: Wish) => Wish): Photos =>
  photos.map((photo) => ({ ...photo, step: stepWith(photo.step, change) }));

/** Returns the photos without a picture that the server no longer has. */
export const withoutPicture = (photos: Photos, lost: string | null): Photos =>
  withWishes(photos, (wish) => withPicture(wish, (value) => value === lost, pictureToCome));

/** Returns the photos with this picture for all photos whose own picture was lost. */
export const withArrived = (photos: Photos, fileKey: string | null): Photos =>
  fileKey === null
    ? photos
    : withWishes(photos, (wish) => withPicture(wish, (value) => value === pictureToCome, fileKey));

const optionsOf = (input: RunInput) => {
  if (input.from === 'photo') return input.wish.options;
  return 'request' in input ? input.request.options : {};
};

/**
 * Returns a photo to the queue whose start was refused, because the server no longer has the
 * picture. The refusal proves that the start has created no task.
 */
export const withLost = (
  photos: Photos,
  { photoId, request }: { photoId: string | null; request: StartRequest | null },
): Photos => {
  const photo = photosAt({ photos }, 'working').find(({ id }) => id === photoId);
  if (!photo) return photos;
  const { step } = photo;
  const sent = request ?? ('request' in step.input ? step.input.request : null);
  const { wish } = step;
  const input: RunInput = sent ? { from: 'arrival', request: sent, wish } : { from: 'photo', wish };
  const waiting: BatchStep = { kind: 'waiting', wish, input: inputWith(input, wish) };
  return withoutPicture(withStep(photos, photo.id, waiting), pictureOf(optionsOf(step.input)));
};

/** True if the next photo waits for the visitor's own picture. */
export const isWithoutPicture = (context: Pick<BatchContext, 'photos'>): boolean => {
  const next = photosAt(context, 'waiting')[0];
  return next !== undefined && lacksPicture(next.step.wish.offered, next.step.wish.options);
};
