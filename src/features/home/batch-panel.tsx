import './batch.css';
import { useEffect, useRef } from 'react';
import {
  selectEndedCount,
  selectIsCrowded,
  selectIsFinished,
  selectIsSaving,
  selectLack,
  selectPhotos,
  selectResultCount,
  selectStartedFunction,
} from '../../../machines/batch/batch.list.selectors.ts';
import type { Lack } from '../../../machines/batch/batch.types.ts';
import { selectFileKey } from '../../../machines/own-picture/own-picture.selectors.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Bar } from '../../ui/bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onSingleClick } from '../../ui/on-single-click.ts';
import { PassingButton } from '../../ui/passing-button.tsx';
import { BatchRow } from './batch-row.tsx';
import { BuyForBatch } from './buy-for-batch.tsx';
import { LeftOutFiles } from './left-out-note.tsx';
import { OwnPicture } from './own-picture.tsx';

const lackWords: Record<Lack, MessageId> = {
  credits: 'batch.paused.credits',
  visitor: 'batch.paused.visitor',
  picture: 'batch.paused.picture',
};

/** Shows the own picture that the waiting photos need, with buttons to choose or replace it. */
function AwaitedPicture() {
  const offered = useChart('batch', selectStartedFunction);
  const input = useRef<HTMLInputElement>(null);
  return offered && <OwnPicture offered={offered} value={null} isShown input={input} />;
}

/** Explains why the waiting photos do not start, and offers the next step. */
function WaitNote() {
  const t = useText();
  const lack = useChart('batch', selectLack);
  const isCrowded = useChart('batch', selectIsCrowded);
  const hasPicture = useChart('ownPicture', selectFileKey) !== null;
  const send = useSend('batch');
  if (isCrowded) return <Notice live>{t('batch.crowded')}</Notice>;
  if (!lack) return null;
  return (
    <Notice
      tone="warn"
      live
      title={t(lackWords[lack])}
      actions={
        <>
          {lack === 'credits' && <BuyForBatch />}
          {(lack !== 'picture' || hasPicture) && (
            <PassingButton onClick={() => send({ type: 'retry.pressed' })}>
              {t('batch.continue')}
            </PassingButton>
          )}
        </>
      }
    >
      {lack === 'picture' && <AwaitedPicture />}
    </Notice>
  );
}

/** Shows the buttons that apply to the whole batch. */
function BatchWays() {
  const t = useText();
  const isFinished = useChart('batch', selectIsFinished);
  const results = useChart('batch', selectResultCount);
  const isSaving = useChart('archive', selectIsSaving);
  const send = useSend('batch');
  return (
    <div className="batch-ways">
      {results > 0 && (
        <Button
          look={isFinished ? 'primary' : 'plain'}
          // a disabled button would lose the focus
          aria-disabled={isSaving}
          onClick={() => send({ type: 'archive.pressed' })}
        >
          <Icon name="download" />
          {t(isSaving ? 'batch.archiving' : 'batch.archive', { count: results })}
        </Button>
      )}
      {isFinished ? (
        <PassingButton
          key="close"
          look="quiet"
          onClick={onSingleClick(() => send({ type: 'batch.dismissed' }))}
        >
          {t('batch.close')}
        </PassingButton>
      ) : (
        <PassingButton key="cancel" look="quiet" onClick={() => send({ type: 'batch.cancelled' })}>
          {t('batch.cancelAll')}
        </PassingButton>
      )}
    </div>
  );
}

/**
 * Lists the photos of a started batch with their states, followed by next steps (R85). If `moveTo`
 * is true, the panel gets the focus, because the button that started the batch no longer exists.
 */
export function BatchPanel({ moveTo }: { moveTo: boolean }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!moveTo) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' });
  }, [moveTo]);
  const photos = useChart('batch', selectPhotos);
  const ended = useChart('batch', selectEndedCount);
  const results = useChart('batch', selectResultCount);
  const isFinished = useChart('batch', selectIsFinished);
  const all = photos.length;
  const progress = t('batch.progress', { ended, all });
  return (
    <section className="batch-panel" aria-labelledby="batch-title">
      <h2 ref={heading} id="batch-title" tabIndex={-1} aria-live="polite">
        {isFinished ? t('batch.finished', { results, all }) : progress}
      </h2>
      {!isFinished && <Bar label={progress} percent={(ended / all) * 100} />}
      <WaitNote />
      <LeftOutFiles />
      <ul className="batch-list">
        {photos.map((photo) => (
          <BatchRow key={photo.id} photo={photo} />
        ))}
      </ul>
      {!isFinished && <p className="muted">{t('batch.stay')}</p>}
      <BatchWays />
    </section>
  );
}
