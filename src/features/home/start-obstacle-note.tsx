import type { OfferedFunction } from '../../../machines/model/functions.ts';
import type { Photo } from '../../../machines/model/photo.ts';
import type { StartObstacle } from '../../../machines/model/start-obstacle.ts';
import {
  selectFunction,
  selectPhoto,
  selectStartObstacle,
} from '../../../machines/task/task.selectors.ts';
import { type Translate, useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { Notice } from '../../ui/notice.tsx';

type Formats = ReturnType<typeof useFormats>;

const megapixels = (pixels: number) => Math.round(pixels / 100_000) / 10;

const words = (
  t: Translate,
  formats: Formats,
  obstacle: StartObstacle,
  photo: Photo,
  offered: OfferedFunction | null,
): string => {
  if (!offered || obstacle === 'noFunction') return t('obstacle.noFunction');
  const { limits } = offered;
  switch (obstacle) {
    case 'unsupportedFormat':
      return t('obstacle.format', {
        formats: formats.list(limits.formats.map((format) => format.toUpperCase())),
      });
    case 'tooSmall':
      return t('obstacle.small', { limit: limits.minSide });
    case 'tooManyPixels':
      return t('obstacle.pixels', {
        megapixels: megapixels(photo.width * photo.height),
        limit: megapixels(limits.maxPixels),
      });
    case 'tooManyBytes':
      return t('obstacle.bytes', {
        size: formats.bytes(photo.bytes),
        limit: formats.bytes(limits.maxBytes),
      });
  }
};

/** Why the start button is shut, or what will happen when it is pressed all the same. */
export function StartObstacleNote({ tooDear }: { tooDear: boolean }) {
  const t = useText();
  const formats = useFormats();
  const obstacle = useChart('task', selectStartObstacle);
  const photo = useChart('task', selectPhoto);
  const offered = useChart('task', selectFunction);
  return (
    <div role="status">
      {obstacle && photo && (
        <Notice tone="warn">{words(t, formats, obstacle, photo, offered)}</Notice>
      )}
      {!obstacle && tooDear && <Notice tone="warn">{t('obstacle.credits')}</Notice>}
    </div>
  );
}
