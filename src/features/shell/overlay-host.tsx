import { lazy, Suspense, useEffect } from 'react';
import { isOverlayVisible } from '../../../machines/overlay/overlay.selectors.ts';
import { useChart } from '../../machine-react/use-chart.ts';

const load = () => import('./loading-overlay.tsx');
const LoadingOverlay = lazy(load);

/** Renders the overlay of the run (R16). */
export function OverlayHost() {
  const visible = useChart('overlay', isOverlayVisible);
  useEffect(() => {
    // not part of the first view, but loaded early because a run may start without a connection
    load().catch(() => {});
  }, []);
  return <Suspense>{visible && <LoadingOverlay />}</Suspense>;
}
