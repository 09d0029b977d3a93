import './studio.css';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { takeOne } from '../../../machines/model/photo.ts';
import { selectRunsBeside } from '../../../machines/runs/runs.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { photoId } from '../../ui/photo-id.ts';
import { useFileArrival } from '../../ui/use-file-arrival.ts';
import { CheckingPanel } from './checking-panel.tsx';
import { DropPanel } from './drop-panel.tsx';
import { type StudioView, selectStudioView } from './studio.selectors.ts';

const loadPanels = () => import('./studio-panels.tsx');
const StudioPanel = lazy(loadPanels);
const RunCards = lazy(async () => ({ default: (await loadPanels()).RunCards }));

function Panel({ view }: { view: StudioView }) {
  if (view === 'drop') return <DropPanel />;
  if (view === 'checking') return <CheckingPanel />;
  return (
    <Suspense fallback={<div className="studio-alone" />}>
      <StudioPanel view={view} />
    </Suspense>
  );
}

/** Shows one photo from its choice to the end of its run. The area is dark in both themes. */
export function Studio() {
  const t = useText();
  const view = useChart('studio', selectStudioView);
  const hasCards = useChart('runs', (snapshot) => selectRunsBeside(snapshot).length > 0);
  const send = useSend('studio');
  useEffect(() => {
    // loads the panels early, although the first view does not need them, because the connection
    // may be lost later
    loadPanels().catch(() => {});
  }, []);
  const choose = useCallback(
    (files: readonly File[]) => {
      const taken = takeOne(files, photoId());
      if (taken) send({ type: 'photo.chosen', ...taken });
    },
    [send],
  );
  const hovering = useFileArrival(choose);
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
      <div className="studio night" data-view={view} data-hovering={hovering}>
        <Panel view={view} />
        <p className="studio-over" aria-hidden="true">
          {t('drop.over')}
        </p>
      </div>
    </section>
  );
}
