import {
  isOverlayAway,
  selectPercent,
  selectRemainingMs,
} from '../../../machines/overlay/overlay.selectors.ts';
import {
  selectCanCancel,
  selectIsLong,
  selectIsWaiting,
  selectStage,
} from '../../../machines/runs/runs.selectors.ts';
import { finishedPartInHand } from '../../i18n/finished-part.tsx';
import { stageWords } from '../../i18n/stage-words.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { usePictureInHand } from '../../i18n/use-picture-in-hand.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Bar } from '../../ui/bar.tsx';
import { Button } from '../../ui/button.tsx';
import { LitPhoto } from '../../ui/lit-photo.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';

function Progress() {
  const t = useText();
  const { percent: percentWords } = useFormats();
  const percent = useChart('overlay', selectPercent);
  const { url, ratio } = usePictureInHand();
  return (
    <>
      <LitPhoto src={url} ratio={ratio} percent={percent}>
        {finishedPartInHand}
      </LitPhoto>
      <div className="working-meter">
        <Bar label={t('overlay.progress')} percent={percent} />
        <strong>{percentWords(Math.floor(percent) / 100)}</strong>
      </div>
    </>
  );
}

function StageLine() {
  const t = useText();
  const { remaining } = useFormats();
  const stage = useChart('runs', selectStage);
  const remainingMs = useChart('overlay', selectRemainingMs);
  const long = useChart('runs', selectIsLong);
  const waiting = useChart('runs', selectIsWaiting);
  const send = useSend('runs');
  return (
    <div className="working-stage">
      <span role="status">{t(stageWords[stage])}</span>
      {waiting ? (
        <PassingButton onClick={() => send({ type: 'retry.pressed' })}>
          {t('waiting.tryNow')}
        </PassingButton>
      ) : (
        <span className="muted">
          {long ? t('overlay.long') : remainingMs && remaining(remainingMs)}
        </span>
      )}
    </div>
  );
}

/** Shows a run in progress while the overlay is closed, for example after a reload (R71). */
export function WorkingPanel() {
  const t = useText();
  const away = useChart('overlay', isOverlayAway);
  const canCancel = useChart('runs', selectCanCancel);
  const sendToRuns = useSend('runs');
  const sendToStudio = useSend('studio');
  const sendToOverlay = useSend('overlay');
  // the overlay covers this panel, and rendering the panel would double the work of each tick
  if (!away) return <div className="studio-alone" />;
  return (
    <div className="studio-alone working">
      <h2 className="studio-title" data-landing>
        {t('card.title')}
      </h2>
      <Progress />
      <StageLine />
      <div className="working-actions">
        <Button look="primary" onClick={() => sendToOverlay({ type: 'overlay.returned' })}>
          {t('card.show')}
        </Button>
        <Button onClick={() => sendToStudio({ type: 'photo.removed' })}>{t('card.another')}</Button>
        {canCancel && (
          <Button look="quiet" onClick={() => sendToRuns({ type: 'cancel.pressed' })}>
            {t('card.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
