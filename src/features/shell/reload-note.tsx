import './reload-note.css';
import type { ReloadCause } from '../../../machines/ports/freshness.port.ts';
import { useText } from '../../i18n/text.tsx';
import { useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { focusContent } from './focus-content.ts';

type ReloadNoteProps = { kind: ReloadCause['kind'] };

/**
 * Asks the visitor to reload the page. The note is not modal, so that visitors can finish their
 * work (R63).
 */
export default function ReloadNote({ kind }: ReloadNoteProps) {
  const t = useText();
  const send = useSend('freshness');
  const dismiss = () => {
    // moves the focus, because the pressed button disappears with the note
    focusContent();
    send({ type: 'reloadNote.dismissed' });
  };
  return (
    <div className="reload-note">
      <Icon name="info" size={18} />
      <p>{t(kind === 'newer' ? 'freshness.newer' : 'freshness.broken')}</p>
      <Button look="quiet" onClick={() => send({ type: 'reload.pressed' })}>
        {t('freshness.reload')}
      </Button>
      <Button look="quiet" iconOnly aria-label={t('toast.close')} onClick={dismiss}>
        <Icon name="close" size={18} />
      </Button>
    </div>
  );
}
