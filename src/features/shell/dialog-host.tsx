import { lazy, type ReactNode, Suspense } from 'react';
import { selectCoreRejected } from '../../../machines/app/app.selectors.ts';
import { selectDialog } from '../../../machines/dialogs/dialogs.selectors.ts';
import type { DialogKind } from '../../../machines/dialogs/dialogs.types.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const CoreRejectedDialog = lazy(() => import('./core-rejected-dialog.tsx'));

function LoadingDialog() {
  const t = useText();
  const send = useSend('dialogs');
  const dismiss = () => send({ type: 'dialog.dismissed' });
  return (
    <Dialog
      title={t('dialog.loading')}
      isLate
      onDismiss={dismiss}
      actions={<Button onClick={dismiss}>{t('dialog.cancel')}</Button>}
    />
  );
}

function FailedDialog() {
  const t = useText();
  const send = useSend('dialogs');
  const dismiss = () => send({ type: 'dialog.dismissed' });
  return (
    <Dialog
      title={t('dialog.failed.title')}
      onDismiss={dismiss}
      actions={
        <>
          <Button onClick={dismiss}>{t('dialog.close')}</Button>
          <Button look="primary" onClick={() => send({ type: 'dialog.retried' })}>
            {t('failure.retry')}
          </Button>
        </>
      }
    >
      <p>{t('dialog.failed.text')}</p>
    </Dialog>
  );
}

/**
 * What the dialogs say is over the page. Its own code loads when it is asked for; the words for
 * the time until then, and for a failure, are part of every page.
 * @param render the view of an open dialog
 */
export function DialogHost({ render }: { render: (kind: DialogKind) => ReactNode }) {
  const dialog = useChart('dialogs', selectDialog);
  const coreRejected = useChart('app', selectCoreRejected);
  return (
    <div {...useChartAttributes('dialogs')}>
      <Suspense>{coreRejected && <CoreRejectedDialog />}</Suspense>
      {dialog?.stage === 'loading' && <LoadingDialog key={dialog.request.id} />}
      {dialog?.stage === 'failed' && <FailedDialog />}
      {dialog?.stage === 'open' && render(dialog.request.kind)}
    </div>
  );
}
