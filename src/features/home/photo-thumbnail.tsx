import type { CSSProperties } from 'react';
import type { Photo } from '../../../machines/model/photo.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { Icon } from '../../ui/icons.tsx';

/** Shows the chosen photo in a box with the photo's shape, and the facts about its file. */
export function PhotoThumbnail({ photo }: { photo: Photo }) {
  const t = useText();
  const { bytes, pixels } = useFormats();
  const ratio = photo.width > 0 && photo.height > 0 ? photo.width / photo.height : 1.5;
  return (
    <figure className="thumbnail">
      <div className="thumbnail-box" style={{ '--ratio': ratio } as CSSProperties}>
        {photo.thumbnailUrl ? (
          <img src={photo.thumbnailUrl} alt={t('studio.photoAlt', { name: photo.name })} />
        ) : (
          <span className="thumbnail-none">
            <Icon name="photo" size={40} />
          </span>
        )}
      </div>
      <figcaption>
        <span className="thumbnail-name">{photo.name}</span>
        {photo.width > 0 && <span>{pixels(photo.width, photo.height)}</span>}
        <span>{bytes(photo.bytes)}</span>
        {!photo.thumbnailUrl && <span>{t('studio.noPreview')}</span>}
      </figcaption>
    </figure>
  );
}
