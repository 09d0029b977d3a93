import { selectDialog } from '../../machines/dialogs/dialogs.selectors.ts';
import type { DialogRequest } from '../../machines/dialogs/dialogs.types.ts';
import { failureOf } from '../../machines/ports/port-failure.ts';
import { ChartElement } from '../machine-react/chart-element.tsx';
import { useChart, useSend } from '../machine-react/use-chart.ts';
import type { DialogStore } from './dialog-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';

type Props = { request: DialogRequest; dialogs: DialogStore };

/** One that cannot be shown leaves the page as it is. */
function OpenDialog({ request: { id, kind }, dialogs }: Props) {
  const send = useSend('dialogs');
  return (
    <ErrorBoundary
      fallback={null}
      onError={(error) => send({ type: 'dialog.failed', id, failure: failureOf(error) })}
    >
      <ChartElement chart="dialogs">{dialogs.render(kind)}</ChartElement>
    </ErrorBoundary>
  );
}

/** What the dialogs say is over the page. */
export function CurrentDialog({ dialogs }: { dialogs: DialogStore }) {
  const request = useChart('dialogs', selectDialog);
  return request && <OpenDialog key={request.id} request={request} dialogs={dialogs} />;
}
