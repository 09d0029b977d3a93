import { recordPercent } from '../../../machines/model/progress.ts';
import {
  selectIsCancelling,
  selectIsResultLate,
  selectQueuePosition,
  selectResultFailure,
  selectResultNews,
  selectResultProgress,
  selectResultRecord,
  selectResultRemaining,
} from '../../../machines/result/result.selectors.ts';
import { lostWords } from '../../i18n/failure-words.ts';
import { FinishedPart } from '../../i18n/finished-part.tsx';
import { stageWords } from '../../i18n/stage-words.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Bar } from '../../ui/bar.tsx';
import { Button } from '../../ui/button.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { LitPhoto } from '../../ui/lit-photo.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Shows the remaining time, or the queue position. */
function TimeLeft() {
  const t = useText();
  const { remaining } = useFormats();
  const remainingMs = usePageChart('result', selectResultRemaining);
  const late = usePageChart('result', selectIsResultLate);
  const position = usePageChart('result', selectQueuePosition);
  if (remainingMs) return remaining(remainingMs);
  if (late) return t('overlay.long');
  return position === null ? null : t('result.waiting.position', { position });
}

function Progress() {
  const t = useText();
  const { percent: percentWords } = useFormats();
  const record = usePageChart('result', selectResultRecord);
  const progress = usePageChart('result', selectResultProgress);
  const percent = record ? recordPercent(record) : 0;
  const original = record?.original;
  return (
    <>
      <LitPhoto
        src={original?.url ?? null}
        ratio={original ? original.width / original.height : 1.5}
        percent={percent}
      >
        <FinishedPart partial={record?.partial ?? null} />
      </LitPhoto>
      <div className="waiting-meter">
        <Bar label={t('overlay.progress')} percent={percent} />
        <strong>{percentWords(Math.floor(percent) / 100)}</strong>
      </div>
      <p className="waiting-stage">
        <span role="status">{t(stageWords[progress?.stage ?? 'queued'])}</span>
        <span className="muted">
          <TimeLeft />
        </span>
      </p>
    </>
  );
}

/**
 * Explains why the progress is no longer updated, and offers a button that loads the record now.
 */
function NewsNote() {
  const t = useText();
  const news = usePageChart('result', selectResultNews) ?? 'inTouch';
  const failure = usePageChart('result', selectResultFailure);
  const send = useSend('result');
  if (news === 'inTouch' || !failure) return null;
  return (
    <Notice
      tone="warn"
      icon={failureIcon(failure)}
      actions={
        <Button onClick={() => send({ type: 'result.retried' })}>{t('waiting.tryNow')}</Button>
      }
    >
      {t(news === 'lost' ? lostWords(failure) : 'result.stopped')}
    </Notice>
  );
}

/** Shows the task in progress, with the same light effect as the overlay. */
export function WaitingResult() {
  const t = useText();
  const cancelling = usePageChart('result', selectIsCancelling) ?? false;
  const send = useSend('result');
  return (
    <section className="waiting night">
      <h1 className="result-title">{t('result.waiting.title')}</h1>
      <Progress />
      <div role="status">
        <NewsNote />
      </div>
      <p className="muted">{t('result.waiting.text')}</p>
      <Button disabled={cancelling} onClick={() => send({ type: 'cancel.pressed' })}>
        {t(cancelling ? 'stage.cancelling' : 'overlay.cancel')}
      </Button>
    </section>
  );
}
