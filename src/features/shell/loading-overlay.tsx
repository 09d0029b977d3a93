import './loading-overlay.css';
import { useLayoutEffect, useRef } from 'react';
import { isOverlayFinishing, selectTip } from '../../../machines/overlay/overlay.selectors.ts';
import {
  selectCanCancel,
  selectIsLong,
  selectIsWaiting,
  selectPhoto,
} from '../../../machines/task/task.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { focusAfter } from '../../ui/focus-after.ts';
import { PassingButton } from '../../ui/passing-button.tsx';
import { OverlayElapsed, OverlayProgress, OverlayStageWords } from './overlay-progress.tsx';

const tips = { 1: 'overlay.tip.first', 2: 'overlay.tip.second' } as const;

/** R16: modal, so that the page behind is out of reach; Escape leaves it, the work goes on. */
export default function LoadingOverlay() {
  const t = useText();
  const photo = useChart('task', selectPhoto);
  const waiting = useChart('task', selectIsWaiting);
  const canCancel = useChart('task', selectCanCancel);
  const sendToOverlay = useSend('overlay');
  const sendToTask = useSend('task');
  const finishing = useChart('overlay', isOverlayFinishing);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    // while it says goodbye the page below is the next one already, and in reach
    if (finishing) element?.show();
    else element?.showModal();
    return () => {
      element?.close();
      focusAfter(null);
    };
  }, [finishing]);
  const leave = () => sendToOverlay({ type: 'overlay.left' });
  return (
    <dialog
      ref={dialog}
      className="overlay night"
      aria-labelledby="overlay-title"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      {...useChartAttributes('overlay')}
    >
      <div className="overlay-body">
        <h2 ref={title} id="overlay-title" className="overlay-title" tabIndex={-1}>
          {t('overlay.title')}
        </h2>
        <OverlayProgress previewUrl={photo?.previewUrl ?? null} ratio={ratioOf(photo)} />
        <div className="overlay-words">
          <OverlayStageWords />
          <OverlayElapsed />
        </div>
        {waiting ? (
          // in the place of the tip: nothing below it moves away from under a finger
          <div className="overlay-tip">
            <PassingButton heir={title} onClick={() => sendToTask({ type: 'retry.pressed' })}>
              {t('waiting.tryNow')}
            </PassingButton>
          </div>
        ) : (
          <Tip />
        )}
        <div className="overlay-actions">
          <Button onClick={leave}>{t('overlay.leave')}</Button>
          <Button
            look="quiet"
            disabled={!canCancel}
            onClick={() => sendToTask({ type: 'cancel.pressed' })}
          >
            {t('overlay.cancel')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

function Tip() {
  const t = useText();
  const long = useChart('task', selectIsLong);
  const tip = useChart('overlay', selectTip);
  return (
    <p className="overlay-tip" data-long={long} role="status">
      {t(long ? 'overlay.long' : tips[tip])}
    </p>
  );
}

const ratioOf = (photo: { width: number; height: number } | null): number =>
  photo && photo.width > 0 && photo.height > 0 ? photo.width / photo.height : 1.5;
