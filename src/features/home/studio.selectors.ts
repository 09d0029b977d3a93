import type { ChartSnapshot } from '../../../machines/app/app.machine.ts';
import type { TaskEnd } from '../../../machines/model/task-record.ts';
import { selectEnd } from '../../../machines/studio/studio.selectors.ts';

type StudioSnapshot = ChartSnapshot<'studio'>;

export type StudioView = 'drop' | 'checking' | 'chosen' | 'working' | 'ended';

const lookedInto = ['checking', 'postponed', 'returning'] as const;

/** A photo of an earlier page has been checked; the functions are not loaded yet. */
export const selectIsReturning = (snapshot: StudioSnapshot): boolean =>
  snapshot.matches('returning');

export const selectStudioView = (snapshot: StudioSnapshot): StudioView => {
  if (lookedInto.some((state) => snapshot.matches(state))) return 'checking';
  if (snapshot.matches('chosen')) return 'chosen';
  if (snapshot.matches('working')) return 'working';
  return selectStudioEnd(snapshot) ? 'ended' : 'drop';
};

export type StudioEnd = Exclude<TaskEnd, 'succeeded'>;

/** How the run ended without a result, or null after a result, which has its own page. */
export const selectStudioEnd = (snapshot: StudioSnapshot): StudioEnd | null => {
  const end = selectEnd(snapshot);
  return end === 'succeeded' ? null : end;
};

/** The widest limits of all functions: bytes, and pixels of the shorter side. */
export const selectWidestLimits = ({ context: { setup } }: StudioSnapshot) => {
  const all = (setup?.functions ?? []).map(({ limits }) => limits);
  return {
    maxBytes: Math.max(0, ...all.map(({ maxBytes }) => maxBytes)),
    minSide: Math.min(...all.map(({ minSide }) => minSide)),
  };
};
