import { useRef } from 'react';
import { isDegraded } from '../../../machines/app/app.selectors.ts';
import { selectIsPostponed } from '../../../machines/studio/studio.selectors.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { selectIsReturning } from './studio.selectors.ts';

/** Returns the text that explains why the photo waits. */
function useWait(isPostponed: boolean): MessageId {
  const isReturning = useChart('studio', selectIsReturning);
  const degraded = useChart('app', isDegraded);
  if (isPostponed) return 'stage.waiting';
  if (!isReturning) return 'studio.checking';
  return degraded ? 'degraded.text' : 'studio.functionsLoading';
}

export function CheckingPanel() {
  const t = useText();
  const postponed = useChart('studio', selectIsPostponed);
  const wait = useWait(postponed);
  const send = useSend('studio');
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <div className="studio-alone">
      <span className="spinner" />
      <p role="status">{t(wait)}</p>
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
