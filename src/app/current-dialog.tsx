import { selectDialog } from '../../machines/dialogs/dialogs.selectors.ts';
import type { DialogRequest } from '../../machines/dialogs/dialogs.types.ts';
import { failureOf } from '../../machines/ports/port-failure.ts';
import { useChart, useSend } from '../machine-react/use-chart.ts';
import { useChartAttributes } from '../machine-react/use-chart-attributes.ts';
import type { DialogStore } from './dialog-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';

type Props = { request: DialogRequest; dialogs: DialogStore };

/**
 * Shows the open dialog. If the dialog cannot be rendered, nothing is shown and the page stays
 * unchanged.
 */
function OpenDialog({ request: { id, kind }, dialogs }: Props) {
  const send = useSend('dialogs');
  const attributes = useChartAttributes('dialogs');
  return (
    <ErrorBoundary
      fallback={null}
      onError={(error) => send({ type: 'dialog.failed', id, failure: failureOf(error) })}
    >
      <div {...attributes}>{dialogs.render(kind)}</div>
    </ErrorBoundary>
  );
}

export function CurrentDialog({ dialogs }: { dialogs: DialogStore }) {
  const request = useChart('dialogs', selectDialog);
  return request && <OpenDialog key={request.id} request={request} dialogs={dialogs} />;
}
