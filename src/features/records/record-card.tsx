import { useLayoutEffect, useRef } from 'react';
import { recordPercent } from '../../../machines/model/progress.ts';
import {
  hasEndedFree,
  isUnderWay,
  phaseOf,
  type RecordPhase,
  type TaskRecord,
} from '../../../machines/model/task-record.ts';
import {
  selectCanContinue,
  selectCanRemove,
  selectContinuedId,
  selectRemovingId,
} from '../../../machines/records/records.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { stageWords } from '../../i18n/stage-words.ts';
import { useText } from '../../i18n/text.tsx';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Bar } from '../../ui/bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { focusAfter } from '../../ui/focus-after.ts';
import { Icon } from '../../ui/icons.tsx';

const status: Record<RecordPhase, { words: MessageId; tone: ChipTone }> = {
  queued: { words: 'status.queued', tone: 'busy' },
  running: { words: 'status.running', tone: 'busy' },
  succeeded: { words: 'status.succeeded', tone: 'good' },
  rejected: { words: 'status.rejected', tone: 'warn' },
  failed: { words: 'status.failed', tone: 'bad' },
  cancelled: { words: 'status.cancelled', tone: 'plain' },
};

function Progress({ record }: { record: TaskRecord }) {
  const t = useText();
  return (
    <div className="record-progress">
      <Bar
        label={t(stageWords[record.progress?.stage ?? 'queued'])}
        percent={recordPercent(record)}
      />
    </div>
  );
}

/** Moves the focus when the focused card is deleted. */
function useFocusAfter() {
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element?.contains(document.activeElement)) focusAfter(null);
    };
  }, []);
  return card;
}

/** Shows a button that passes the result to the studio as the next photo. */
function ContinueButton({ record: { id }, name }: { record: TaskRecord; name: string }) {
  const t = useText();
  const continuing = usePageChart('records', selectContinuedId) === id;
  const canContinue = usePageChart('records', (snapshot) => selectCanContinue(snapshot, id));
  const send = useSend('records');
  return (
    <Button
      className="record-continue"
      aria-label={continuing ? undefined : t('records.continueWith', { name })}
      // a disabled button would lose the focus
      aria-disabled={!canContinue}
      onClick={() => send({ type: 'result.continued', id })}
    >
      {t(continuing ? 'result.continuing' : 'records.continue')}
    </Button>
  );
}

/**
 * Shows a record. The whole card links to the record. A button beside the card deletes the record.
 */
export function RecordCard({ record }: { record: TaskRecord }) {
  const t = useText();
  const nameOf = useFunctionName();
  const removing = usePageChart('records', selectRemovingId) === record.id;
  const canRemove = usePageChart('records', (snapshot) => selectCanRemove(snapshot, record.id));
  const send = useSend('records');
  const { words, tone } = status[phaseOf(record)];
  const made = nameOf(record.code);
  const name = record.name ? `${record.name}, ${made}` : made;
  const at = new Date(record.createdAt);
  const picture = record.thumbnail ?? record.original;
  const card = useFocusAfter();
  return (
    <article ref={card} className="record-card" aria-busy={removing}>
      <div className="record-picture">
        {picture ? (
          <img src={picture.url} alt="" loading="lazy" {...sizeOf(picture)} />
        ) : (
          <Icon name="photo" size={36} />
        )}
        {isUnderWay(record) && <Progress record={record} />}
      </div>
      <div className="record-text">
        <h2 className="record-name">
          <LocaleLink
            to={`/result/${encodeURIComponent(record.id)}`}
            aria-label={t('records.open', { name, at, status: t(words) })}
          >
            {record.name ?? made}
          </LocaleLink>
        </h2>
        {record.name && <p className="record-made">{made}</p>}
        <Chip tone={tone}>{t(words)}</Chip>
        {hasEndedFree(record) && <p className="record-note">{t('failure.uncharged')}</p>}
        <p className="record-until">{t('records.until', { at: new Date(record.expiresAt) })}</p>
        {!isUnderWay(record) && (
          <Button
            look="quiet"
            iconOnly
            className="record-delete"
            aria-label={t('records.delete', { name, at })}
            // a disabled button would lose the focus
            aria-disabled={!canRemove}
            onClick={() => canRemove && send({ type: 'removal.pressed', id: record.id })}
          >
            <Icon name="trash" />
          </Button>
        )}
        {record.result && <ContinueButton record={record} name={record.result.fileName} />}
      </div>
    </article>
  );
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });
