import type { ChartSnapshot } from '../../../machines/app/app.machine.ts';
import { resultSize, runTime, uploadedSize } from '../../../machines/model/forecast.ts';
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

/** What the selected function will make of this photo; null while either is unknown. */
export const selectForecast = ({ context: { setup, photo, functionCode } }: TraySnapshot) => {
  const offered = functionOf(setup, functionCode);
  if (!offered || !photo?.decodable || startObstacle(photo, offered)) return null;
  const time = runTime(photo, offered);
  return {
    ...resultSize(photo, offered),
    /** the size is the most it can be: what the photo shows decides */
    isUpTo: offered.output.kind === 'square',
    isShrunk: uploadedSize(photo, offered).width < photo.width,
    /** null while nothing was measured */
    time: time && { low: time.lowMs, high: time.highMs },
  };
};
