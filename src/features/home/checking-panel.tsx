import { useText } from '../../i18n/text.tsx';
import { useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';

export function CheckingPanel() {
  const t = useText();
  const send = useSend('task');
  return (
    <div className="studio-alone">
      <span className="spinner" />
      <p role="status">{t('studio.checking')}</p>
      <Button look="quiet" onClick={() => send({ type: 'photo.removed' })}>
        {t('overlay.cancel')}
      </Button>
    </div>
  );
}
