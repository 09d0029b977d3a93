import { creditsOf, priceOf } from '../../../machines/model/credits.ts';
import type { OfferedFunction } from '../../../machines/model/functions.ts';
import type { Photo } from '../../../machines/model/photo.ts';
import { functionOf, pricedPixels, startObstacle } from '../../../machines/model/start-obstacle.ts';
import type { ChartSnapshot } from '../../machine-react/charts.ts';

type TaskSnapshot = ChartSnapshot<'task'>;

export type StudioView = 'drop' | 'checking' | 'chosen' | 'working' | 'ended';

/** Which of the studio's panels is on. */
export const selectStudioView = (snapshot: TaskSnapshot): StudioView => {
  if (snapshot.matches('checking')) return 'checking';
  if (snapshot.matches('chosen')) return 'chosen';
  if (snapshot.matches('working') || snapshot.matches('sorting')) return 'working';
  const ended = (['failed', 'rejected', 'cancelled', 'limited'] as const).some((state) =>
    snapshot.matches(state),
  );
  return ended ? 'ended' : 'drop';
};

export type StudioEnd = 'failed' | 'rejected' | 'cancelled' | 'limited';

export const selectEnd = (snapshot: TaskSnapshot): StudioEnd | null =>
  (['failed', 'rejected', 'cancelled', 'limited'] as const).find((state) =>
    snapshot.matches(state),
  ) ?? null;

export const selectIsSucceeded = (snapshot: TaskSnapshot): boolean => snapshot.matches('succeeded');

/** What the most generous of the offered functions takes: bytes, and pixels of the shorter side. */
export const selectWidestLimits = ({ context: { setup } }: TaskSnapshot) => {
  const all = (setup?.functions ?? []).map(({ limits }) => limits);
  return {
    maxBytes: Math.max(0, ...all.map(({ maxBytes }) => maxBytes)),
    minSide: Math.min(...all.map(({ minSide }) => minSide)),
  };
};

/** Credits of each offered function for this photo, in the order to show them. */
export const selectOffers = ({ context: { setup, photo } }: TaskSnapshot) =>
  (setup?.functions ?? []).map((offered) => ({
    offered,
    price: priceOf(creditsOf(setup, offered.code), photo ? pricedPixels(photo, offered) : 0),
  }));

type Size = { width: number; height: number };

/** The photo as it is uploaded: smaller where the function would not take it as it is. */
const uploadedSize = (photo: Photo, offered: OfferedFunction): Size => {
  const factor = Math.sqrt(pricedPixels(photo, offered) / (photo.width * photo.height));
  return { width: Math.round(photo.width * factor), height: Math.round(photo.height * factor) };
};

/** What the selected function will make of this photo; null while either is unknown. */
export const selectForecast = ({ context: { setup, photo, functionCode } }: TaskSnapshot) => {
  const offered = functionOf(setup, functionCode);
  if (!offered || !photo?.decodable || startObstacle(photo, offered)) return null;
  const input = uploadedSize(photo, offered);
  const megapixels = (input.width * input.height) / 1_000_000;
  return {
    width: Math.round(input.width * offered.scale),
    height: Math.round(input.height * offered.scale),
    isShrunk: input.width < photo.width,
    lowMs: offered.estimate ? offered.estimate.lowMsPerMegapixel * megapixels : null,
    highMs: offered.estimate ? offered.estimate.highMsPerMegapixel * megapixels : null,
  };
};
