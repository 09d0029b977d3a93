import { lazy, Suspense, useEffect } from 'react';
import { isOverlayVisible } from '../../../machines/overlay/overlay.selectors.ts';
import { useChart } from '../../machine-react/use-chart.ts';

const load = () => import('./loading-overlay.tsx');
const LoadingOverlay = lazy(load);

/** Shows the overlay of the current run (R16). */
export function OverlayHost() {
  const visible = useChart('overlay', isOverlayVisible);
  useEffect(() => {
    // loads the overlay early, although the first view does not need it, because a run may start
    // without a connection
    load().catch(() => {});
  }, []);
  return <Suspense>{visible && <LoadingOverlay />}</Suspense>;
}
