import type { CSSProperties } from 'react';
import type { Photo } from '../../../machines/model/photo.ts';
import { type FoundRegion, isNamed, toggleRegion } from '../../../machines/model/regions.ts';
import { useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { CoveredPhoto } from './use-covered-photo.ts';

type Props = {
  photo: Photo;
  /** the photo with the covers of a start, or null */
  covered: CoveredPhoto | null;
  regions: readonly FoundRegion[];
  /** value of the option for regions, which lists the regions that stay visible */
  value: string;
  onChange: (value: string) => void;
};

/** Returns the place of the rectangle around a cover. */
function placeOf({ points }: FoundRegion['cover']) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return {
    '--x': (left + right) / 2,
    '--y': (top + bottom) / 2,
    '--w': right - left,
    '--h': bottom - top,
  } as CSSProperties;
}

/** Shows the photo with a switch over each region, which covers the region or leaves it visible. */
export function RegionSwitches({ photo, covered, regions, value, onChange }: Props) {
  const t = useText();
  const ratio = { '--ratio': photo.width / photo.height } as CSSProperties;
  return (
    <fieldset className="regions-photo" style={ratio} aria-label={t('regions.title')}>
      {photo.thumbnailUrl && <img src={covered?.url ?? photo.thumbnailUrl} alt="" />}
      {regions.map((region) => {
        const { shows } = region;
        const isVisible = isNamed(value, region);
        const number = regions.filter((one) => one.shows === shows).indexOf(region) + 1;
        return (
          <button
            key={`${region.left} ${region.top}`}
            type="button"
            className="region"
            data-shows={shows}
            style={placeOf(region.cover)}
            data-covered={covered?.covers.includes(region.cover) ?? false}
            aria-pressed={!isVisible}
            aria-label={t(`regions.${shows}`, { number })}
            onClick={() => onChange(toggleRegion(value, region))}
          >
            {isVisible && <Icon name="eye" size={16} />}
          </button>
        );
      })}
    </fieldset>
  );
}
