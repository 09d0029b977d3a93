import type { OpenPicture } from '../encoder/encoder.types.ts';
import type { Photo } from '../model/photo.ts';
import { encodedFormatsOf } from '../model/picture-format.ts';

/**
 * Code of the function that makes a smaller file on the visitor's device. The server has no
 * function with this code.
 */
export const smallerFile = 'smaller-file';

/** Why this device cannot make a smaller file of a photo. */
export type SmallerObstacle = 'undecodable' | 'tooLarge';

export const smallerObstacle = (photo: Photo): SmallerObstacle | null => {
  if (!photo.decodable) return 'undecodable';
  return encodedFormatsOf(photo).length === 0 ? 'tooLarge' : null;
};

/**
 * Returns the photo for the encoder, or null if this device cannot make a file of the photo. PNG is
 * not suggested, because PNG files are rarely small.
 */
export const openPhotoOf = (photo: Photo): OpenPicture | null => {
  if (smallerObstacle(photo) !== null) return null;
  const { id, file, width, height, format } = photo;
  const formats = encodedFormatsOf(photo);
  const webp = formats.includes('webp') ? 'webp' : 'png';
  return {
    requester: 'studio',
    source: { kind: 'photo', id, file },
    width,
    height,
    formats,
    suggested: format === 'webp' ? webp : 'jpg',
    suggestedTransparent: webp,
    functionCode: smallerFile,
  };
};
