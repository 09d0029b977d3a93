import type { CSSProperties, ReactNode } from 'react';
import type { Photo } from '../../../machines/model/photo.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { Icon } from '../../ui/icons.tsx';

type Props = { photo: Photo };

/** Shows the chosen photo in a box with the photo's shape, below the children. */
export function PhotoBox({ photo, children }: Props & { children?: ReactNode }) {
  const t = useText();
  const ratio = photo.width > 0 && photo.height > 0 ? photo.width / photo.height : 1.5;
  return (
    <div className="thumbnail-box" style={{ '--ratio': ratio } as CSSProperties}>
      {photo.thumbnailUrl ? (
        <img src={photo.thumbnailUrl} alt={t('studio.photoAlt', { name: photo.name })} />
      ) : (
        <span className="thumbnail-none">
          <Icon name="photo" size={40} />
        </span>
      )}
      {children}
    </div>
  );
}

/** Shows the facts about the photo's file. */
export function PhotoFacts({ photo }: Props) {
  const t = useText();
  const { bytes, pixels } = useFormats();
  return (
    <p className="photo-facts">
      <span className="photo-name">{photo.name}</span>
      {photo.width > 0 && <span>{pixels(photo.width, photo.height)}</span>}
      <span>{bytes(photo.bytes)}</span>
      {!photo.thumbnailUrl && <span>{t('studio.noPreview')}</span>}
    </p>
  );
}
