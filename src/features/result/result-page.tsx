import './result.css';
import { lazy, type ReactNode, Suspense } from 'react';
import { type ResultView, selectResultView } from '../../../machines/result/result.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { EndedResult } from './ended-result.tsx';
import { MissingResult } from './missing-result.tsx';
import { ShownResult } from './shown-result.tsx';

const WaitingResult = lazy(async () => ({
  default: (await import('./waiting-result.tsx')).WaitingResult,
}));

function Loading() {
  const t = useText();
  return (
    <div className="result-coming" role="status">
      <h1 className="sr-only">{t('result.loading')}</h1>
    </div>
  );
}

const views: Record<ResultView, () => ReactNode> = {
  loading: () => <Loading />,
  waiting: () => (
    <Suspense fallback={<Loading />}>
      <WaitingResult />
    </Suspense>
  ),
  shown: () => <ShownResult />,
  rejected: () => <EndedResult end="rejected" />,
  failed: () => <EndedResult end="failed" />,
  cancelled: () => <EndedResult end="cancelled" />,
  notFound: () => <MissingResult why="notFound" />,
  gone: () => <MissingResult why="gone" />,
  removed: () => <MissingResult why="removed" />,
  failedToLoad: () => <MissingResult why="failedToLoad" />,
};

export function ResultPage() {
  const view = usePageChart('result', selectResultView) ?? 'loading';
  return (
    <div className="page result" {...useChartAttributes('result')}>
      {views[view]()}
    </div>
  );
}
