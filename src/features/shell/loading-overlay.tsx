import './loading-overlay.css';
import { useLayoutEffect, useRef } from 'react';
import { isOffline } from '../../../machines/app/app.selectors.ts';
import { selectMustStayOpen } from '../../../machines/keeper/keeper.selectors.ts';
import { isOverlayFull, selectTip } from '../../../machines/overlay/overlay.selectors.ts';
import {
  selectCanCancel,
  selectIsLong,
  selectIsWaiting,
  selectPartial,
  selectRecord,
} from '../../../machines/runs/runs.selectors.ts';
import { selectCode, selectResultSize } from '../../../machines/runs/runs.task.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { usePictureInHand } from '../../i18n/use-picture-in-hand.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { focusAfter } from '../../ui/focus-after.ts';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { openModal } from '../../ui/top-modal.ts';
import { OverlayElapsed, OverlayProgress, OverlayStageWords } from './overlay-progress.tsx';

const tips = { 1: 'overlay.tip.first', 2: 'overlay.tip.second' } as const;

/**
 * Shows the modal overlay (R16), which makes the page behind it unusable. Escape closes the
 * overlay, and the task continues.
 */
export default function LoadingOverlay() {
  const t = useText();
  const { url, ratio } = usePictureInHand();
  const waiting = useChart('runs', selectIsWaiting);
  const canCancel = useChart('runs', selectCanCancel);
  const sendToOverlay = useSend('overlay');
  const sendToRuns = useSend('runs');
  const full = useChart('overlay', isOverlayFull);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const close = dialog.current && openModal(dialog.current);
    return () => {
      close?.();
      focusAfter(null);
    };
  }, []);
  const leave = () => sendToOverlay({ type: 'overlay.left' });
  return (
    <dialog
      ref={dialog}
      className="overlay night"
      aria-labelledby="overlay-title"
      aria-describedby="overlay-task"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // the page cannot prevent every attempt to close the overlay, as in the component `Dialog`
      onClose={(event) => {
        if (event.currentTarget.isConnected) leave();
      }}
      {...useChartAttributes('overlay')}
    >
      <div className="overlay-body">
        <div className="overlay-head">
          <h2 ref={title} id="overlay-title" className="overlay-title" tabIndex={-1}>
            {t(full ? 'card.succeeded.title' : 'overlay.title')}
          </h2>
          <Task />
        </div>
        <OverlayProgress thumbnailUrl={url} ratio={ratio} />
        <div className="overlay-words">
          <OverlayStageWords />
          <OverlayElapsed />
        </div>
        {/* fixed height, so that no button moves under a finger */}
        <div className="overlay-hint">
          <OfflineNote />
          {waiting && (
            <PassingButton nextFocus={title} onClick={() => sendToRuns({ type: 'retry.pressed' })}>
              {t('waiting.tryNow')}
            </PassingButton>
          )}
          {!waiting && !full && <Tip />}
        </div>
        <div className="overlay-actions">
          <Button onClick={leave}>{t('overlay.leave')}</Button>
          <Button
            look="quiet"
            disabled={!canCancel}
            onClick={() => sendToRuns({ type: 'cancel.pressed' })}
          >
            {t('overlay.cancel')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

/** Names the tool of the current run and the size of its result, if it is known. */
function Task() {
  const t = useText();
  const { pixels } = useFormats();
  const nameOf = useFunctionName();
  const code = useChart('runs', selectCode);
  const result = useChart('runs', selectResultSize);
  if (code === null) return null;
  const size = result && pixels(result.width, result.height);
  return (
    <p id="overlay-task" className="muted">
      {nameOf(code)}
      {size && ` · ${result.isUpTo ? t('studio.sizeUpTo', { size }) : size}`}
    </p>
  );
}

/** Repeats the page's connection note, which the overlay covers. */
function OfflineNote() {
  const t = useText();
  const offline = useChart('app', isOffline);
  return (
    <div role="status">
      {offline && (
        <Notice tone="warn" icon="offline" title={t('offline.title')}>
          {t('offline.text')}
        </Notice>
      )}
    </div>
  );
}

function Tip() {
  const t = useText();
  const long = useChart('runs', selectIsLong);
  const tip = useChart('overlay', selectTip);
  const arrived = useChart('runs', selectRecord) !== null;
  const hasPartial = useChart('runs', selectPartial) !== null;
  const mustStayOpen = useChart('keeper', selectMustStayOpen);
  const words = () => {
    if (long) return 'overlay.long';
    if (hasPartial) return 'overlay.tip.finished';
    if (arrived) return tips[tip];
    return mustStayOpen ? 'overlay.tip.stayOpen' : 'overlay.tip.sending';
  };
  return (
    <div className="overlay-tips">
      <p className="overlay-tip" data-long={long} role="status">
        {t(words())}
      </p>
      {/* reserves space for the longest text, so that the photo does not move */}
      {hasPartial && (
        <p className="overlay-tip overlay-tip-room" aria-hidden="true">
          {t(tips[tip])}
        </p>
      )}
    </div>
  );
}
