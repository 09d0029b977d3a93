import { selectMessageBox } from '../../../machines/message-box/message-box.selectors.ts';
import { useMessageRef, useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Shows a message with one button, or a question with two buttons (R15). */
export default function MessageBox() {
  const t = useText();
  const words = useMessageRef();
  const box = useDialogChart('messageBox', selectMessageBox);
  const send = useSend('messageBox');
  const attributes = useChartAttributes('messageBox');
  const cancel = () => send({ type: 'dialog.cancelled' });
  const confirm = () => send({ type: 'dialog.confirmed' });
  const actions =
    box.mode === 'notice' ? (
      <Button look="primary" onClick={confirm}>
        {t('dialog.close')}
      </Button>
    ) : (
      <>
        <Button onClick={cancel}>{t('dialog.cancel')}</Button>
        <Button look="danger" onClick={confirm}>
          {box.confirm ? words(box.confirm) : t('dialog.confirm')}
        </Button>
      </>
    );
  return (
    <Dialog title={words(box.title)} actions={actions} onDismiss={cancel} attributes={attributes}>
      <p>{words(box.message)}</p>
    </Dialog>
  );
}
