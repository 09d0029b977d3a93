import type { CSSProperties } from 'react';
import type { Photo } from '../../../machines/model/photo.ts';
import { isNamed, type Region, toggleRegion } from '../../../machines/model/regions.ts';
import { useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/icons.tsx';

type Props = {
  photo: Photo;
  regions: readonly Region[];
  /** value of the option for regions, which lists the faces that stay visible */
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

/** Shows the photo with a switch over each face, which covers the face or leaves it visible. */
export function FaceSwitches({ photo, regions, value, onChange }: Props) {
  const t = useText();
  const ratio = { '--ratio': photo.width / photo.height } as CSSProperties;
  return (
    <div className="faces-photo" style={ratio} role="group" aria-label={t('faces.title')}>
      {photo.thumbnailUrl && <img src={photo.thumbnailUrl} alt="" />}
      {regions.map((region, index) => {
        const isVisible = isNamed(value, region);
        return (
          <button
            key={`${region.left} ${region.top}`}
            type="button"
            className="face"
            style={placeOf(region)}
            aria-pressed={!isVisible}
            aria-label={t('faces.face', { number: index + 1 })}
            onClick={() => onChange(toggleRegion(value, region))}
          >
            {isVisible && <Icon name="eye" size={16} />}
          </button>
        );
      })}
    </div>
  );
}
