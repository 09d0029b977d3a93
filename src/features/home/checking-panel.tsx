import { selectIsPostponed } from '../../../machines/tray/tray.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';

export function CheckingPanel() {
  const t = useText();
  const postponed = useChart('tray', selectIsPostponed);
  const send = useSend('tray');
  return (
    <div className="studio-alone">
      <span className="spinner" />
      <p role="status">{t(postponed ? 'stage.waiting' : 'studio.checking')}</p>
      <Button look="quiet" onClick={() => send({ type: 'photo.removed' })}>
        {t('overlay.cancel')}
      </Button>
    </div>
  );
}
