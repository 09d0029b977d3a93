import './canvas.css';
import { useEffect, useRef } from 'react';
import { selectIsChoosing } from '../../../machines/batch/batch.selectors.ts';
import { selectPhoto } from '../../../machines/studio/studio.selectors.ts';
import { dropEarlyPhoto } from '../../boot/early-photo.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { BatchPhotos } from './batch-photos.tsx';
import { BatchStartBar } from './batch-start-bar.tsx';
import { DeviceBar, DeviceCompare } from './device-card.tsx';
import { FunctionPicker } from './function-picker.tsx';
import { FunctionPreview } from './function-preview.tsx';
import { LeftOutNote } from './left-out-note.tsx';
import { PhotoBox, PhotoFacts } from './photo-thumbnail.tsx';
import { PieceChoice } from './piece-choice.tsx';
import { StartBar } from './start-bar.tsx';

/**
 * Shows the canvas and the functions. The canvas contains the photo, or a comparison that makes the
 * photo small.
 */
export function ChosenPanel() {
  const t = useText();
  const photo = useChart('studio', selectPhoto);
  const send = useSend('studio');
  const isBatch = useChart('batch', selectIsChoosing);
  const sendBatch = useSend('batch');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dropEarlyPhoto();
    // moves the focus, because the button that had the focus no longer exists
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' });
  }, []);
  if (!photo) return null;
  const remove = () =>
    isBatch ? sendBatch({ type: 'batch.cleared' }) : send({ type: 'photo.removed' });
  return (
    <>
      <div className="chosen-photo">
        <div className="canvas">
          <PhotoBox photo={photo}>
            <PieceChoice />
          </PhotoBox>
          <FunctionPreview />
          <DeviceCompare />
        </div>
        <div className="chosen-line">
          <PhotoFacts photo={photo} />
          <Button look="quiet" onClick={remove}>
            <Icon name="close" />
            <span>{t(isBatch ? 'batch.clear' : 'studio.remove')}</span>
          </Button>
        </div>
        {isBatch && <BatchPhotos />}
      </div>
      <div className="studio-choice">
        <h2 ref={heading} tabIndex={-1} className="studio-title">
          {t(isBatch ? 'batch.functions' : 'studio.functions')}
        </h2>
        <LeftOutNote />
        <FunctionPicker />
        {isBatch ? (
          <BatchStartBar />
        ) : (
          <DeviceBar>
            <StartBar />
          </DeviceBar>
        )}
      </div>
    </>
  );
}
