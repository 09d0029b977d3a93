import { useText } from '../../i18n/text.tsx';
import { useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/**
 * Shows that the core rejected the photo (R35). The page behind the dialog shows the same, with
 * next steps.
 */
export default function CoreRejectedDialog() {
  const t = useText();
  const send = useSend('app');
  const dismiss = () => send({ type: 'coreRejected.dismissed' });
  return (
    <Dialog
      title={t('rejected.title')}
      onDismiss={dismiss}
      actions={
        <Button look="primary" onClick={dismiss}>
          {t('rejected.dismiss')}
        </Button>
      }
    >
      <p>{t('rejected.text')}</p>
    </Dialog>
  );
}
