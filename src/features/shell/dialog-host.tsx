import { lazy, Suspense } from 'react';
import { selectCoreRejected } from '../../../machines/app/app.selectors.ts';
import { selectDialog } from '../../../machines/dialogs/dialogs.selectors.ts';
import { useChart } from '../../machine-react/use-chart.ts';

const RequestDialog = lazy(() => import('./request-dialog.tsx'));
const CoreRejectedDialog = lazy(() => import('./core-rejected-dialog.tsx'));

/** The bodies of dialogs load when the first one opens. */
export function DialogHost() {
  const request = useChart('dialogs', selectDialog);
  const coreRejected = useChart('app', selectCoreRejected);
  return (
    <Suspense>
      {coreRejected && <CoreRejectedDialog />}
      {request && <RequestDialog key={request.id} request={request} />}
    </Suspense>
  );
}
