import { Suspense } from 'react';
import { selectConsentView } from '../../../machines/consent/consent.selectors.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { lazyNote } from '../../ui/lazy-note.ts';

const ConsentNote = lazyNote(() => import('./consent-note.tsx'));

/** Shows the question for consent at the bottom of the page (R77). The page stays usable. */
export function ConsentHost() {
  const view = useChart('consent', selectConsentView);
  const attributes = useChartAttributes('consent');
  return (
    <div {...attributes}>
      <Suspense>{view && <ConsentNote view={view} />}</Suspense>
    </div>
  );
}
