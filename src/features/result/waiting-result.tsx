import {
  selectResultProgress,
  selectResultRecord,
} from '../../../machines/result/result.selectors.ts';
import { stageWords } from '../../i18n/stage-words.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Bar } from '../../ui/bar.tsx';
import { Button } from '../../ui/button.tsx';
import { LitPhoto } from '../../ui/lit-photo.tsx';
import { Notice } from '../../ui/notice.tsx';
import { selectIsCancelling, selectIsLost } from './result.selectors.ts';

function Progress() {
  const t = useText();
  const { percent: percentWords, remaining } = useFormats();
  const record = usePageChart('result', selectResultRecord);
  const progress = usePageChart('result', selectResultProgress);
  const percent = (progress?.fraction ?? 0) * 100;
  const original = record?.original;
  const position = record?.queuePosition;
  return (
    <>
      <LitPhoto
        src={original?.url ?? null}
        ratio={original ? original.width / original.height : 1.5}
        percent={percent}
      />
      <div className="waiting-meter">
        <Bar label={t('overlay.progress')} percent={percent} />
        <strong>{percentWords(Math.floor(percent) / 100)}</strong>
      </div>
      <p className="waiting-stage">
        <span role="status">{t(stageWords[progress?.stage ?? 'queued'])}</span>
        <span className="muted">
          {progress?.remainingMs
            ? remaining(progress.remainingMs)
            : position && t('result.waiting.position', { position })}
        </span>
      </p>
    </>
  );
}

/** The task moves: the same light that rises in the overlay. */
export function WaitingResult() {
  const t = useText();
  const lost = usePageChart('result', selectIsLost);
  const cancelling = usePageChart('result', selectIsCancelling) ?? false;
  const send = useSend('result');
  return (
    <section className="waiting night">
      <h1 className="result-title">{t('result.waiting.title')}</h1>
      <Progress />
      <div role="status">
        {lost && (
          <Notice
            tone="warn"
            icon="offline"
            actions={
              <Button onClick={() => send({ type: 'result.retried' })}>{t('failure.retry')}</Button>
            }
          >
            {t('result.lost')}
          </Notice>
        )}
      </div>
      <p className="muted">{t('result.waiting.text')}</p>
      <Button disabled={cancelling} onClick={() => send({ type: 'cancel.pressed' })}>
        {t(cancelling ? 'stage.cancelling' : 'overlay.cancel')}
      </Button>
    </section>
  );
}
