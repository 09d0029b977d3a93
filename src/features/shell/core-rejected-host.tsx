import { lazy, Suspense } from 'react';
import { isCoreRejectionUnseen } from '../../../machines/app/app.selectors.ts';
import { useChart } from '../../machine-react/use-chart.ts';

const CoreRejectedDialog = lazy(() => import('./core-rejected-dialog.tsx'));

/** Loads the dialog's code when the core first rejects a photo. */
export function CoreRejectedHost() {
  const isNoted = useChart('app', isCoreRejectionUnseen);
  return <Suspense>{isNoted && <CoreRejectedDialog />}</Suspense>;
}
