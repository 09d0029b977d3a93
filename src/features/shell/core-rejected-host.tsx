import { lazy, Suspense } from 'react';
import { selectCoreRejected } from '../../../machines/app/app.selectors.ts';
import { useChart } from '../../machine-react/use-chart.ts';

const CoreRejectedDialog = lazy(() => import('./core-rejected-dialog.tsx'));

/** Its code loads when the core refuses a photo for the first time. */
export function CoreRejectedHost() {
  const coreRejected = useChart('app', selectCoreRejected);
  return <Suspense>{coreRejected && <CoreRejectedDialog />}</Suspense>;
}
