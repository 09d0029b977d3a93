import { Suspense } from 'react';
import { selectReloadNote } from '../../../machines/freshness/freshness.selectors.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { lazyNote } from '../../ui/lazy-note.ts';

const ReloadNote = lazyNote(() => import('./reload-note.tsx'));

/**
 * Shows a note that the page should be reloaded, because a newer build exists or code of this build
 * is missing (R63). The code of the note loads only when the note is needed.
 */
export function ReloadHost() {
  const kind = useChart('freshness', selectReloadNote);
  const attributes = useChartAttributes('freshness');
  return (
    kind && (
      <div {...attributes}>
        <Suspense>
          <ReloadNote kind={kind} />
        </Suspense>
      </div>
    )
  );
}
