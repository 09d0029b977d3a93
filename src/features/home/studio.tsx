import './studio.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { selectIsStarted } from '../../../machines/batch/batch.selectors.ts';
import { selectRunsBeside } from '../../../machines/runs/runs.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { useFileArrival } from '../../ui/use-file-arrival.ts';
import { CheckingPanel } from './checking-panel.tsx';
import { DropPanel } from './drop-panel.tsx';
import { type StudioView, selectStudioView } from './studio.selectors.ts';
import { useChooseFiles } from './use-choose-files.ts';

const loadPanels = () => import('./studio-panels.tsx');
const StudioPanel = lazy(loadPanels);
const RunCards = lazy(async () => ({ default: (await loadPanels()).RunCards }));
const BatchPanel = lazy(async () => ({ default: (await loadPanels()).BatchPanel }));

function Panel({ view }: { view: StudioView }) {
  if (view === 'drop') return <DropPanel />;
  if (view === 'checking') return <CheckingPanel />;
  return (
    <Suspense fallback={<div className="studio-alone" />}>
      <StudioPanel view={view} />
    </Suspense>
  );
}

/**
 * Shows one photo, or a batch's first photo, from its choice to the end of its run. The area is
 * dark in both themes.
 */
export function Studio() {
  const t = useText();
  const view = useChart('studio', selectStudioView);
  const hasCards = useChart('runs', (snapshot) => selectRunsBeside(snapshot).length > 0);
  const hasBatch = useChart('batch', selectIsStarted);
  const [cameBack, setCameBack] = useState(hasBatch);
  if (cameBack && !hasBatch) setCameBack(false);
  const chooseFiles = useChooseFiles();
  useEffect(() => {
    // loads the panels early, although the first view does not need them, because the connection
    // may be lost later
    loadPanels().catch(() => {});
  }, []);
  const hovering = useFileArrival(chooseFiles);
  return (
    <section
      className="page studio-place"
      aria-label={t('studio.label')}
      {...useChartAttributes('studio')}
    >
      {hasCards && (
        <Suspense>
          <RunCards />
        </Suspense>
      )}
      {hasBatch && (
        <Suspense>
          <BatchPanel moveTo={!cameBack} />
        </Suspense>
      )}
      <div
        id="studio"
        className="studio night"
        data-view={view}
        data-hovering={hovering || undefined}
      >
        <Panel view={view} />
        <p className="studio-over" aria-hidden="true">
          {t('drop.over')}
        </p>
      </div>
    </section>
  );
}
