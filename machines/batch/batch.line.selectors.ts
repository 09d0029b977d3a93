import type { SnapshotFrom } from 'xstate';
import { lacksPicture } from '../model/own-value.ts';
import { purseTotal, takingOf } from '../model/purse.ts';
import { fitOfPhoto, needsPainting, priceOfWaiting } from './batch.line.ts';
import type { batchMachine } from './batch.machine.ts';
import { photosAt } from './batch.photos.ts';
import type { BatchPhoto } from './batch.types.ts';

/* Selectors for prices. This file must not load with the first page, because it imports code
   about photos. */

type BatchSnapshot = SnapshotFrom<typeof batchMachine>;

/** Returns the price of each photo before the start, or the reason why it cannot be started. */
export const selectFits = ({ context }: BatchSnapshot) =>
  Object.fromEntries(
    context.photos.map((photo: BatchPhoto) => [photo.id, fitOfPhoto(context, photo)]),
  );

/** Returns the total price of the photos that a start would process (R85). */
export const selectTotal = ({ context }: BatchSnapshot) => {
  const prices = photosAt(context, 'ready').flatMap((photo) => {
    const fit = fitOfPhoto(context, photo);
    return fit?.kind === 'ready' ? [fit.price] : [];
  });
  return {
    count: prices.length,
    credits: prices.reduce((total, { credits }) => total + credits, 0),
    /** the price of a photo with an unknown size may be higher */
    isFrom: prices.some(({ per }) => per === 'megapixel'),
  };
};

/**
 * Returns why the start is disabled: the function needs a painted part of each photo, the
 * visitor's own picture is not uploaded, or the function can process none of the photos. Returns null while photos are inspected, and if the batch can start.
 */
export const selectObstacle = (
  snapshot: BatchSnapshot,
): 'painting' | 'picture' | 'unfit' | null => {
  const { settings } = snapshot.context;
  if (!settings || !snapshot.matches({ photos: { choosing: 'ready' } })) return null;
  if (needsPainting(settings)) return 'painting';
  if (lacksPicture(settings.offered, settings.options)) return 'picture';
  return selectTotal(snapshot).count === 0 ? 'unfit' : null;
};

/**
 * Returns the credits that the whole batch would take from allowance and balance, or null if there
 * are not enough credits or the balance is unknown.
 */
export const selectTaking = (snapshot: BatchSnapshot) => {
  const { purse } = snapshot.context;
  const { credits } = selectTotal(snapshot);
  return purse && credits > 0 ? takingOf(purse, credits) : null;
};

/** Returns the usable credits if they are not enough for all photos, otherwise null. */
export const selectShortage = (snapshot: BatchSnapshot) => {
  const { purse } = snapshot.context;
  const price = selectTotal(snapshot).credits + priceOfWaiting(snapshot.context);
  const left = purse && purseTotal(purse);
  return left !== null && price > left ? { left, price } : null;
};
