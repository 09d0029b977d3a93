import type { CSSProperties } from 'react';
import type { Photo } from '../../../machines/model/photo.ts';
import {
  type FoundRegion,
  isNamed,
  type Region,
  toggleRegion,
} from '../../../machines/model/regions.ts';
import { useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/icons.tsx';

type Props = {
  photo: Photo;
  regions: readonly FoundRegion[];
  /** value of the option for regions, which lists the regions that stay visible */
  value: string;
  onChange: (value: string) => void;
};

const placeOf = ({ left, top, width, height }: Region) =>
  ({
    '--x': left + width / 2,
    '--y': top + height / 2,
    '--w': width,
    '--h': height,
  }) as CSSProperties;

/** Shows the photo with a switch over each region, which covers the region or leaves it visible. */
export function RegionSwitches({ photo, regions, value, onChange }: Props) {
  const t = useText();
  const ratio = { '--ratio': photo.width / photo.height } as CSSProperties;
  return (
    <div className="regions-photo" style={ratio} role="group" aria-label={t('regions.title')}>
      {photo.thumbnailUrl && <img src={photo.thumbnailUrl} alt="" />}
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
            style={placeOf(region)}
            aria-pressed={!isVisible}
            aria-label={t(`regions.${shows}`, { number })}
            onClick={() => onChange(toggleRegion(value, region))}
          >
            {isVisible && <Icon name="eye" size={16} />}
          </button>
        );
      })}
    </div>
  );
}
