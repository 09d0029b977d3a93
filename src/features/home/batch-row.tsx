import { againOfPhoto } from '../../../machines/batch/batch.line.ts';
import type { BatchPhoto } from '../../../machines/batch/batch.types.ts';
import { holdPercent } from '../../../machines/model/progress.ts';
import type { RunOutcome } from '../../../machines/run/run.types.ts';
import { endOf } from '../../../machines/runs/runs.ends.ts';
import { selectRunOfPhoto } from '../../../machines/runs/runs.selectors.ts';
import { ErrorId } from '../../i18n/failure-text.tsx';
import { failureWords } from '../../i18n/failure-words.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { stageWords } from '../../i18n/stage-words.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Bar } from '../../ui/bar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { dragOut } from '../../ui/drag-out.ts';
import { Icon } from '../../ui/icons.tsx';
import { onSingleClick } from '../../ui/on-single-click.ts';
import { PassingButton } from '../../ui/passing-button.tsx';
import { BatchThumbnail } from './batch-thumbnail.tsx';
import { endWords, errorIdOf, resultPath } from './run-cards.tsx';
import { useFitWords } from './use-fit-words.ts';

/** Returns the message for a photo that ended without a result. */
const endMessage = (outcome: RunOutcome): MessageId => {
  if (outcome.kind === 'gone') return 'batch.deleted';
  if (outcome.kind === 'failed') return failureWords(outcome.failure);
  const end = endOf(outcome);
  return end === null || end === 'succeeded' ? 'card.cancelled.title' : endWords[end];
};

const resultIn = ({ step }: BatchPhoto) =>
  step.kind === 'ended' && step.outcome.kind === 'ended' && step.outcome.record.result
    ? { record: step.outcome.record, result: step.outcome.record.result }
    : null;

function Progress({ photo }: { photo: BatchPhoto }) {
  const t = useText();
  const run = useChart('runs', (snapshot) => selectRunOfPhoto(snapshot, photo.id));
  if (!run) return null;
  const { stage, fraction } = run.view;
  return (
    <>
      <small>{t(stageWords[stage])}</small>
      <Bar
        label={t('batch.progressOf', { name: photo.file.name })}
        percent={fraction * holdPercent}
      />
    </>
  );
}

function State({ photo }: { photo: BatchPhoto }) {
  const t = useText();
  const { line } = useFitWords();
  const { bytes, pixels } = useFormats();
  const { step } = photo;
  const found = resultIn(photo);
  if (step.kind === 'working') return <Progress photo={photo} />;
  if (step.kind === 'waiting') return <small>{t('batch.waiting')}</small>;
  if (step.kind === 'unfit')
    return <small data-blocked>{t('batch.unfit', { reason: line(step.obstacle) })}</small>;
  if (found) {
    const { width, height } = found.result;
    return (
      <small>
        {pixels(width, height)} · {bytes(found.result.bytes)}
      </small>
    );
  }
  return (
    step.kind === 'ended' && (
      <small data-blocked>
        {t(endMessage(step.outcome))}
        <ErrorId id={errorIdOf(step.outcome)} />
      </small>
    )
  );
}

function Ways({ photo }: { photo: BatchPhoto }) {
  const t = useText();
  const send = useSend('batch');
  const { id, step } = photo;
  const { name } = photo.file;
  const found = resultIn(photo);
  if (found) {
    const { result, record } = found;
    return (
      <>
        <LocaleLink to={resultPath(record.id)} aria-label={t('batch.open', { name })}>
          {t('card.succeeded.open')}
        </LocaleLink>
        <a
          href={result.downloadUrl}
          download={result.fileName}
          onDragStart={dragOut(result)}
          className={buttonClass('quiet')}
          aria-label={t('batch.download', { name: result.fileName })}
        >
          <Icon name="download" />
        </a>
      </>
    );
  }
  if (step.kind === 'waiting' || step.kind === 'working')
    return (
      <PassingButton
        key="cancel"
        look="quiet"
        aria-label={t('batch.cancel', { name })}
        onClick={onSingleClick(() => send({ type: 'photo.cancelled', id }))}
      >
        {t('card.cancel')}
      </PassingButton>
    );
  if (!againOfPhoto(photo)) return null;
  return (
    <PassingButton
      key="retry"
      aria-label={t('batch.retry', { name })}
      onClick={onSingleClick(() => send({ type: 'photo.retried', id }))}
    >
      {t('failure.retry')}
    </PassingButton>
  );
}

export function BatchRow({ photo }: { photo: BatchPhoto }) {
  return (
    <li className="batch-row" data-step={photo.step.kind}>
      <BatchThumbnail photo={photo} />
      <span className="batch-name">
        <span>{photo.file.name}</span>
        <State photo={photo} />
      </span>
      <span className="batch-row-ways">
        <Ways photo={photo} />
      </span>
    </li>
  );
}
