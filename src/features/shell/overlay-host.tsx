import { lazy, Suspense, useEffect } from 'react';
import { isOverlayVisible } from '../../../machines/overlay/overlay.selectors.ts';
import { selectPhoto } from '../../../machines/task/task.selectors.ts';
import { useChart } from '../../machine-react/use-chart.ts';

const load = () => import('./loading-overlay.tsx');
const LoadingOverlay = lazy(load);

/** R16. Its code is fetched as soon as there is a photo: it has to be there when the start is pressed. */
export function OverlayHost() {
  const visible = useChart('overlay', isOverlayVisible);
  const hasPhoto = useChart('task', (snapshot) => selectPhoto(snapshot) !== null);
  useEffect(() => {
    if (hasPhoto) load().catch(() => {});
  }, [hasPhoto]);
  return <Suspense>{visible && <LoadingOverlay />}</Suspense>;
}
