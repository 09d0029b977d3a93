import { type ComponentType, lazy, Suspense } from 'react';
import { selectConsentView } from '../../../machines/consent/consent.selectors.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import type { ConsentNoteProps } from './consent-note.tsx';

/* Without a connection nobody is asked, and nothing is allowed. */
const ConsentNote = lazy<ComponentType<ConsentNoteProps>>(() =>
  import('./consent-note.tsx').catch(() => ({ default: () => null })),
);

/** R77: what the visitor allows, asked at the foot of the page without standing in the way. */
export function ConsentHost() {
  const view = useChart('consent', selectConsentView);
  const attributes = useChartAttributes('consent');
  return (
    <div {...attributes}>
      <Suspense>{view && <ConsentNote view={view} />}</Suspense>
    </div>
  );
}
