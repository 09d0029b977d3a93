import type { ChartSnapshot } from '../../machine-react/charts.ts';

type RecordsSnapshot = ChartSnapshot<'records'>;

export type RecordsView = 'loading' | 'empty' | 'failed' | 'listed';

export const selectRecordsView = (snapshot: RecordsSnapshot): RecordsView =>
  (['empty', 'failed', 'listed'] as const).find((state) => snapshot.matches(state)) ?? 'loading';

export const selectIsLoadingMore = (snapshot: RecordsSnapshot): boolean =>
  snapshot.matches({ listed: { list: 'loadingMore' } });

export const selectIsMoreFailed = (snapshot: RecordsSnapshot): boolean =>
  snapshot.matches({ listed: { list: 'moreFailed' } });

export const selectIsLiveLost = (snapshot: RecordsSnapshot): boolean =>
  snapshot.matches({ listed: { live: 'lost' } });
