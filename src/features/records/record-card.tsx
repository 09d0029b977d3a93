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
  selectIsSelected,
  selectIsSelecting,
  selectResultPath,
} from '../../../machines/records/records.selectors.ts';
import { selectIsRemoving } from '../../../machines/removals/removals.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { stageWords } from '../../i18n/stage-words.ts';
import { useText } from '../../i18n/text.tsx';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Bar } from '../../ui/bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useFocusAfter } from './use-focus-after.ts';

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

/** Shows a button that deletes the record. */
function DeleteButton({ id, removing, label }: { id: string; removing: boolean; label: string }) {
  const isIdle = usePageChart('records', (snapshot) => selectCanRemove(snapshot, id));
  const canRemove = isIdle && !removing;
  const send = useSend('records');
  return (
    <Button
      look="quiet"
      iconOnly
      className="record-delete"
      aria-label={label}
      // a disabled button would lose the focus
      aria-disabled={!canRemove}
      onClick={() => canRemove && send({ type: 'removal.pressed', id })}
    >
      <Icon name="trash" />
    </Button>
  );
}

/** Shows a checkbox. A press anywhere on the card selects the record. */
function Pick({ record, label }: { record: TaskRecord; label: string }) {
  const { id } = record;
  const isSelected = usePageChart('records', (snapshot) => selectIsSelected(snapshot, id)) ?? false;
  const send = useSend('records');
  const pick = useFocusAfter<HTMLLabelElement>('article');
  return (
    <label ref={pick} className="record-pick">
      <input
        className="covering"
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        disabled={isUnderWay(record)}
        onChange={() => send({ type: 'records.toggled', id })}
      />
      <Icon name="check" size={18} />
    </label>
  );
}

/**
 * Shows the photo, and the original instead of the result while the card is hovered or focused, or a
 * finger is held on the picture.
 */
function Picture({ record }: { record: TaskRecord }) {
  const t = useText();
  const { before, original, thumbnail } = record;
  const picture = thumbnail ?? original;
  return (
    <div className="record-picture">
      {picture ? (
        <img src={picture.url} alt="" loading="lazy" {...sizeOf(picture)} />
      ) : (
        <Icon name="photo" size={36} />
      )}
      {thumbnail && before && (
        <span className="record-before" aria-hidden="true">
          <img src={before.url} alt="" loading="lazy" {...sizeOf(before)} />
          <span>{t('compare.before')}</span>
        </span>
      )}
      {isUnderWay(record) && <Progress record={record} />}
    </div>
  );
}

/**
 * Shows a record. The whole card links to the record, or selects it. Buttons beside the link delete
 * the record or continue with it.
 */
export function RecordCard({ record }: { record: TaskRecord }) {
  const t = useText();
  const nameOf = useFunctionName();
  const { id, createdAt, expiresAt, result } = record;
  const removing = usePageChart('removals', (snapshot) => selectIsRemoving(snapshot, id)) ?? false;
  const selecting = usePageChart('records', selectIsSelecting);
  const path = usePageChart('records', (snapshot) => selectResultPath(snapshot, id)) ?? '';
  const { words, tone } = status[phaseOf(record)];
  const made = nameOf(record.code);
  const name = record.name ? `${record.name}, ${made}` : made;
  const at = new Date(createdAt);
  const label = t('records.open', { name, at, status: t(words) });
  const card = useFocusAfter<HTMLElement>();
  return (
    <article ref={card} className="record-card" aria-busy={removing}>
      <Picture record={record} />
      <div className="record-text">
        <h2 className="record-name">
          {selecting ? (
            (record.name ?? made)
          ) : (
            <LocaleLink to={path} aria-label={label}>
              {record.name ?? made}
            </LocaleLink>
          )}
        </h2>
        {selecting && <Pick record={record} label={label} />}
        {record.name && <p className="record-made">{made}</p>}
        <Chip tone={tone}>{t(words)}</Chip>
        {hasEndedFree(record) && <p className="record-note">{t('failure.uncharged')}</p>}
        <p className="record-until">{t('records.until', { at: new Date(expiresAt) })}</p>
        {!isUnderWay(record) && (
          <DeleteButton id={id} removing={removing} label={t('records.delete', { name, at })} />
        )}
        {result && <ContinueButton record={record} name={result.fileName} />}
      </div>
    </article>
  );
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });
