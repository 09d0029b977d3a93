import type { DialogContent, DialogRequest } from '../../../machines/model/dialog.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useMessageRef, useText } from '../../i18n/text.tsx';
import { useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type MessageBox = Extract<DialogContent, { kind: 'messageBox' }>;
type PlainKind = Exclude<DialogContent['kind'], 'messageBox'>;

/** Kinds that are not built yet share one notice that says so. */
const plainWords: Partial<Record<PlainKind, [title: MessageId, message: MessageId]>> = {
  signIn: ['dialog.signIn.title', 'dialog.signIn.message'],
  creditsNotEnough: ['dialog.creditsNotEnough.title', 'dialog.creditsNotEnough.message'],
};

/** "Delete" says more than "Go ahead". */
const confirmWords: Record<string, MessageId> = {
  'dialog.deleteRecord.title': 'dialog.deleteRecord.confirm',
};

const messageBoxOf = (content: DialogContent): MessageBox => {
  if (content.kind === 'messageBox') return content;
  const [title, message] = plainWords[content.kind] ?? [
    'dialog.unavailable.title',
    'dialog.unavailable.message',
  ];
  return { kind: 'messageBox', mode: 'notice', title: { id: title }, message: { id: message } };
};

export default function RequestDialog({ request }: { request: DialogRequest }) {
  const t = useText();
  const words = useMessageRef();
  const send = useSend('dialogs');
  const attributes = useChartAttributes('dialogs');
  const box = messageBoxOf(request.content);
  const cancel = () => send({ type: 'dialog.cancelled' });
  const confirm = () => send({ type: 'dialog.confirmed' });
  const confirmId = ('id' in box.title && confirmWords[box.title.id]) || 'dialog.confirm';
  const actions =
    box.mode === 'notice' ? (
      <Button look="primary" onClick={confirm}>
        {t('dialog.close')}
      </Button>
    ) : (
      <>
        <Button onClick={cancel}>{t('dialog.cancel')}</Button>
        <Button look="danger" onClick={confirm}>
          {t(confirmId)}
        </Button>
      </>
    );
  return (
    <Dialog title={words(box.title)} actions={actions} onDismiss={cancel} attributes={attributes}>
      <p>{words(box.message)}</p>
    </Dialog>
  );
}
