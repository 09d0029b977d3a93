import type { ChartSnapshot } from '../../../machines/app/app.machine.ts';
import type { PhotoProblem } from '../../../machines/model/photo.ts';
import type { TaskEnd } from '../../../machines/model/task-record.ts';
import type { PortFailure } from '../../../machines/ports/port-failure.ts';
import {
  selectEnd,
  selectProblem,
  selectProblemFailure,
} from '../../../machines/studio/studio.selectors.ts';

type StudioSnapshot = ChartSnapshot<'studio'>;

export type StudioView = 'drop' | 'checking' | 'chosen' | 'working' | 'ended';

const lookedInto = ['checking', 'postponed', 'returning'] as const;

/** True if an earlier page's photo has been checked, but the functions are not loaded yet. */
export const selectIsReturning = (snapshot: StudioSnapshot): boolean =>
  snapshot.matches('returning');

export const selectStudioView = (snapshot: StudioSnapshot): StudioView => {
  if (lookedInto.some((state) => snapshot.matches(state))) return 'checking';
  if (snapshot.matches('chosen')) return 'chosen';
  if (snapshot.matches('working')) return 'working';
  return selectStudioEnd(snapshot) ? 'ended' : 'drop';
};

export type StudioEnd = Exclude<TaskEnd, 'succeeded'>;

/**
 * Returns how the run ended without a result. Returns null if no end is shown, or if the run has a
 * result, which is shown on its own page.
 */
export const selectStudioEnd = (snapshot: StudioSnapshot): StudioEnd | null => {
  const end = selectEnd(snapshot);
  return end === 'succeeded' ? null : end;
};

/**
 * Why the last chosen photo cannot be used. If the photo exceeds a limit, the reason contains the
 * most generous limit of all functions.
 */
export type PhotoFault =
  /** the photo could not be checked, for example because the network failed */
  | { reason: 'failure'; failure: PortFailure }
  | { reason: 'tooSmall'; minSide: number }
  | { reason: 'tooManyBytes'; maxBytes: number }
  | { reason: Exclude<PhotoProblem, 'tooSmall' | 'tooManyBytes'> };

export const selectPhotoFault = (snapshot: StudioSnapshot): PhotoFault | null => {
  const reason = selectProblem(snapshot);
  const failure = selectProblemFailure(snapshot);
  const limits = (snapshot.context.setup?.functions ?? []).map((one) => one.limits);
  if (reason === null) return null;
  if (failure && failure.reason !== 'unexpected') return { reason: 'failure', failure };
  if (reason === 'tooSmall')
    return { reason, minSide: Math.min(...limits.map(({ minSide }) => minSide)) };
  if (reason === 'tooManyBytes')
    return { reason, maxBytes: Math.max(0, ...limits.map(({ maxBytes }) => maxBytes)) };
  return { reason };
};
