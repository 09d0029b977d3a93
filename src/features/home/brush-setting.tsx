import './brush-setting.css';
import { lazy, Suspense, useState } from 'react';
import type { FunctionOption } from '../../../machines/model/functions.ts';
import { countPoints, readStrokes, writeStrokes } from '../../../machines/model/strokes.ts';
import { selectPreview, selectPreviewStage } from '../../../machines/preview/preview.selectors.ts';
import { selectLacksPaint } from '../../../machines/studio/studio.choice.selectors.ts';
import { selectPhoto } from '../../../machines/studio/studio.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { Icon } from '../../ui/icons.tsx';
import { isReshaped } from './reshaped.ts';
import type { CoveredPhoto } from './use-covered-photo.ts';

const Brush = lazy(() => import('../../ui/brush.tsx'));

type Props = {
  option: Extract<FunctionOption, { kind: 'strokes' }>;
  label: string;
  value: string;
  /** the photo with the covers of a start, or null */
  covered: CoveredPhoto | null;
  onChange: (value: string) => void;
};

/** Lets the visitor draw on the photo. Drawing needs much space, so it opens on request. */
export function BrushSetting({ option, label, value, covered, onChange }: Props) {
  const t = useText();
  const { percent } = useFormats();
  const photo = useChart('studio', selectPhoto);
  const preview = useChart('preview', selectPreview);
  const stage = useChart('preview', selectPreviewStage);
  const lacksPaint = useChart('studio', selectLacksPaint);
  const [wasRefused, setRefused] = useState(false);
  const [isOpen, setOpen] = useState(option.required || value !== '');
  // the visitor cannot draw on a photo that this browser cannot show
  if (!photo?.thumbnailUrl) return null;
  const ratio = photo.width / photo.height;
  const previewed = preview && !isReshaped(preview.after, ratio) ? preview.after.url : null;
  const strokes = readStrokes(value) ?? [];
  const isFull = wasRefused || countPoints(strokes) >= option.max;
  const change = (next: typeof strokes) => {
    const isTooMuch = countPoints(next) > option.max;
    setRefused(isTooMuch);
    if (!isTooMuch) onChange(writeStrokes(next));
  };
  return (
    <details
      className="brush-setting"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {label}
        <Icon name="chevron" />
      </summary>
      {lacksPaint && (
        <p id="brush-note" className="brush-note">
          {t('failure.nothingPainted')}
        </p>
      )}
      {isOpen && (
        <Suspense>
          <Brush
            src={covered?.url ?? photo.thumbnailUrl}
            ratio={ratio}
            result={covered?.url ?? previewed}
            isCurrent={covered ? covered.isCurrent : stage === 'shown'}
            strokes={strokes}
            onChange={(next) => change([...next])}
            words={{
              area: t('brush.area'),
              keys: t('brush.keys'),
              status: isFull ? t('brush.full') : t('brush.count', { count: strokes.length }),
              mode: t('brush.mode'),
              adds: t('brush.adds'),
              removes: t('brush.removes'),
              size: t('brush.size'),
              sizeValue: (size) => percent(size / 100),
              undo: t('brush.undo'),
              clear: t('brush.clear'),
            }}
          />
        </Suspense>
      )}
    </details>
  );
}
