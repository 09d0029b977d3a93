import type { ChartSnapshot } from '../../../machines/app/app.machine.ts';
import { creditsOf, priceOf } from '../../../machines/model/credits.ts';
import {
  pricedPixels,
  resultSize,
  runTime,
  uploadedSize,
} from '../../../machines/model/forecast.ts';
import { functionOf, startObstacle } from '../../../machines/model/start-obstacle.ts';

type TraySnapshot = ChartSnapshot<'tray'>;

export type StudioView = 'drop' | 'checking' | 'chosen' | 'working' | 'ended';

/** Which of the studio's panels is on. */
export const selectStudioView = (snapshot: TraySnapshot): StudioView => {
  if (snapshot.matches('checking')) return 'checking';
  if (snapshot.matches('chosen')) return 'chosen';
  if (snapshot.matches('working') || snapshot.matches('sorting')) return 'working';
  const ended = (['failed', 'rejected', 'cancelled', 'limited'] as const).some((state) =>
    snapshot.matches(state),
  );
  return ended ? 'ended' : 'drop';
};

export type StudioEnd = 'failed' | 'rejected' | 'cancelled' | 'limited';

export const selectEnd = (snapshot: TraySnapshot): StudioEnd | null =>
  (['failed', 'rejected', 'cancelled', 'limited'] as const).find((state) =>
    snapshot.matches(state),
  ) ?? null;

export const selectIsSucceeded = (snapshot: TraySnapshot): boolean => snapshot.matches('succeeded');

/** What the most generous of the offered functions takes: bytes, and pixels of the shorter side. */
export const selectWidestLimits = ({ context: { setup } }: TraySnapshot) => {
  const all = (setup?.functions ?? []).map(({ limits }) => limits);
  return {
    maxBytes: Math.max(0, ...all.map(({ maxBytes }) => maxBytes)),
    minSide: Math.min(...all.map(({ minSide }) => minSide)),
  };
};

/** Credits of each offered function for this photo, in the order to show them. */
export const selectOffers = ({ context: { setup, photo } }: TraySnapshot) =>
  (setup?.functions ?? []).map((offered) => ({
    offered,
    price: priceOf(creditsOf(setup, offered.code), photo ? pricedPixels(photo, offered) : 0),
  }));

/** What the selected function will make of this photo; null while either is unknown. */
export const selectForecast = ({ context: { setup, photo, functionCode } }: TraySnapshot) => {
  const offered = functionOf(setup, functionCode);
  if (!offered || !photo?.decodable || startObstacle(photo, offered)) return null;
  return {
    ...resultSize(photo, offered),
    /** the size is the most it can be: what the photo shows decides */
    isUpTo: offered.output.kind === 'square',
    isShrunk: uploadedSize(photo, offered).width < photo.width,
    lowMs: null,
    highMs: null,
    ...runTime(photo, offered),
  };
};
