import { useEffect, useRef } from 'react';
import { selectPhoto } from '../../../machines/studio/studio.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { DeviceBar, DeviceCompare } from './device-card.tsx';
import { FunctionPicker } from './function-picker.tsx';
import { FunctionPreview } from './function-preview.tsx';
import { LeftOutNote } from './left-out-note.tsx';
import { PhotoThumbnail } from './photo-thumbnail.tsx';
import { StartBar } from './start-bar.tsx';

export function ChosenPanel() {
  const t = useText();
  const photo = useChart('studio', selectPhoto);
  const send = useSend('studio');
  const isWide = useIsWide();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // moves the focus, because the button that had the focus no longer exists
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' });
  }, []);
  if (!photo) return null;
  return (
    <>
      <div className="studio-photo">
        <PhotoThumbnail photo={photo} />
        <Button look="quiet" onClick={() => send({ type: 'photo.removed' })}>
          <Icon name="close" />
          {t('studio.remove')}
        </Button>
        {isWide && <FunctionPreview />}
        {isWide && <DeviceCompare />}
      </div>
      <div className="studio-choice">
        <h2 ref={heading} tabIndex={-1} className="studio-title">
          {t('studio.functions')}
        </h2>
        <LeftOutNote />
        <FunctionPicker />
        <DeviceBar>
          <StartBar />
        </DeviceBar>
      </div>
    </>
  );
}
