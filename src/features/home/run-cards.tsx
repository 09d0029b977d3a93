import './run-cards.css';
import { isStalled } from '../../../machines/model/overlay-stage.ts';
import { holdPercent } from '../../../machines/model/progress.ts';
import type { TaskEnd } from '../../../machines/model/task-record.ts';
import type { RunOutcome } from '../../../machines/run/run.types.ts';
import { againOf } from '../../../machines/runs/runs.cards.ts';
import { endOf } from '../../../machines/runs/runs.ends.ts';
import { recordOf } from '../../../machines/runs/runs.hand.ts';
import { selectRunsBeside } from '../../../machines/runs/runs.selectors.ts';
import type { RunCard } from '../../../machines/runs/runs.types.ts';
import { ErrorId } from '../../i18n/failure-text.tsx';
import { codeWords } from '../../i18n/failure-words.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { stageWords } from '../../i18n/stage-words.ts';
import { taskErrorId } from '../../i18n/task-error.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Bar } from '../../ui/bar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';

export const resultPath = (id: string) => `/result/${encodeURIComponent(id)}`;

function WorkingCard({ card }: { card: RunCard }) {
  const t = useText();
  const { percent: words } = useFormats();
  const percent = card.view.fraction * holdPercent;
  const send = useSend('runs');
  const record = recordOf(card);
  const { stage } = card.view;
  return (
    <div className="run-card">
      <strong>{t('card.beside')}</strong>
      <span className="run-card-meter">
        <Bar label={t('overlay.progress')} percent={percent} />
        <span>{words(Math.floor(percent) / 100)}</span>
      </span>
      <span className="run-card-stage">
        <span>{t(stageWords[stage])}</span>
        <span className="run-card-ways">
          {record && <LocaleLink to={resultPath(record.id)}>{t('card.show')}</LocaleLink>}
          {isStalled(stage) && (
            <PassingButton onClick={() => send({ type: 'card.hurried', id: card.id })}>
              {t('waiting.tryNow')}
            </PassingButton>
          )}
          {stage !== 'cancelling' && (
            <PassingButton
              look="quiet"
              onClick={() => send({ type: 'card.cancelled', id: card.id })}
            >
              {t('card.cancel')}
            </PassingButton>
          )}
        </span>
      </span>
    </div>
  );
}

export const endWords: Record<Exclude<TaskEnd, 'succeeded'>, MessageId> = {
  rejected: 'toast.task.rejected',
  failed: 'toast.task.failed',
  cancelled: 'card.cancelled.title',
  limited: 'toast.task.limited',
  notStarted: 'toast.task.notStarted',
  unsure: 'toast.task.unsure',
};

/** Returns the error id of a run that failed by a fault of the server. */
export function errorIdOf(outcome: RunOutcome): string | undefined {
  if (outcome.kind === 'failed') return outcome.failure.errorId;
  const isFailed = outcome.kind === 'ended' && endOf(outcome) === 'failed';
  return isFailed ? taskErrorId(outcome.record) : undefined;
}

function EndedCard({ card }: { card: RunCard }) {
  const t = useText();
  const send = useSend('runs');
  const end = (card.outcome && endOf(card.outcome)) ?? 'failed';
  const record = recordOf(card);
  const dismiss = () => send({ type: 'card.dismissed', id: card.id });
  const close = (
    <Button look="quiet" onClick={dismiss}>
      {t('toast.close')}
    </Button>
  );
  if (end !== 'succeeded' || !record) {
    const reason =
      card.outcome?.kind === 'failed' ? codeWords(card.outcome.failure.code) : undefined;
    const isDoubtful = end === 'notStarted' || end === 'unsure';
    const ways = (
      <>
        {againOf(card) && (
          <Button look="primary" onClick={() => send({ type: 'card.retried', id: card.id })}>
            {t('failure.retry')}
          </Button>
        )}
        {isDoubtful && (
          <LocaleLink to="/record" className={buttonClass('quiet')}>
            {t('limit.records')}
          </LocaleLink>
        )}
        {close}
      </>
    );
    return (
      <Notice tone="warn" title={t('failure.title')} actions={ways}>
        {end !== 'succeeded' && t(reason ?? endWords[end])}
        {card.outcome && <ErrorId id={errorIdOf(card.outcome)} />}
      </Notice>
    );
  }
  return (
    <Notice
      tone="good"
      icon="check"
      title={t('card.succeeded.title')}
      actions={
        <>
          <LocaleLink
            to={resultPath(record.id)}
            className={buttonClass('primary')}
            onClick={dismiss}
          >
            {t('card.succeeded.open')}
          </LocaleLink>
          {close}
        </>
      }
    />
  );
}

/** Shows a card for each background run, unfinished or ended. */
export function RunCards() {
  const t = useText();
  const cards = useChart('runs', selectRunsBeside);
  return (
    <ul className="run-cards" aria-label={t('card.besideList')}>
      {cards.map((card) => (
        <li key={card.id}>
          {card.outcome ? <EndedCard card={card} /> : <WorkingCard card={card} />}
        </li>
      ))}
    </ul>
  );
}
