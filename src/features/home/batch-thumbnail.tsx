import type { BatchPhoto } from '../../../machines/batch/batch.types.ts';
import { Icon } from '../../ui/icons.tsx';

const thumbnailOf = ({ step }: BatchPhoto): string | null => {
  if ('photo' in step) return step.photo.thumbnailUrl;
  return 'wish' in step ? step.wish.photo.thumbnailUrl : null;
};

/** Shows a photo of a batch as a small square, beside the photo's name. */
export function BatchThumbnail({ photo }: { photo: BatchPhoto }) {
  const url = thumbnailOf(photo);
  return (
    <span className="batch-thumbnail">
      {url ? (
        <img src={url} alt="" width={48} height={48} draggable={false} />
      ) : (
        <Icon name="photo" />
      )}
    </span>
  );
}
