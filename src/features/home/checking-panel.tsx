import { useRef } from 'react';
import { selectIsPostponed } from '../../../machines/tray/tray.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';

export function CheckingPanel() {
  const t = useText();
  const postponed = useChart('tray', selectIsPostponed);
  const send = useSend('tray');
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <div className="studio-alone">
      <span className="spinner" />
      <p role="status">{t(postponed ? 'stage.waiting' : 'studio.checking')}</p>
      {postponed && (
        <PassingButton nextFocus={cancel} onClick={() => send({ type: 'retry.pressed' })}>
          {t('waiting.tryNow')}
        </PassingButton>
      )}
      <Button ref={cancel} look="quiet" onClick={() => send({ type: 'photo.removed' })}>
        {t('overlay.cancel')}
      </Button>
    </div>
  );
}
