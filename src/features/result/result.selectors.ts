import type { ChartSnapshot } from '../../machine-react/charts.ts';

type ResultSnapshot = ChartSnapshot<'result'>;

const views = [
  'waiting',
  'shown',
  'rejected',
  'failed',
  'cancelled',
  'notFound',
  'gone',
  'failedToLoad',
  'removed',
] as const;

export type ResultView = (typeof views)[number] | 'loading';

/** While it is asked or deleted the record stays on screen as what it is. */
export const selectResultView = (snapshot: ResultSnapshot): ResultView => {
  const view = views.find((state) => snapshot.matches(state));
  if (view) return view;
  const status =
    snapshot.matches('confirming') || snapshot.matches('removing')
      ? snapshot.context.record?.dealStatus
      : undefined;
  const byStatus = { 2: 'shown', 3: 'rejected', 4: 'failed', 5: 'cancelled' } as const;
  return status !== undefined && status in byStatus
    ? byStatus[status as keyof typeof byStatus]
    : 'loading';
};

export const selectIsRemoving = (snapshot: ResultSnapshot): boolean => snapshot.matches('removing');

export const selectIsLost = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ waiting: 'lost' });

export const selectIsCancelling = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ waiting: 'cancelling' });
