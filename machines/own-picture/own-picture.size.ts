import type { OfferedFunction } from '../model/functions.ts';
import { mostPictureSide } from '../model/own-value.ts';
import type { Photo, PhotoProblem } from '../model/photo.ts';
import type { PhotoPort } from '../ports/photo.port.ts';

const factorOf = ({ width, height }: Photo) =>
  Math.min(1, mostPictureSide / Math.max(width, height));

/** Returns why the file cannot be used as a picture for the function, or null. */
export const pictureProblem = (photo: Photo, { limits }: OfferedFunction): PhotoProblem | null => {
  if (photo.problem) return photo.problem;
  if (!photo.decodable) return 'unsupportedFormat';
  const shorter = Math.floor(Math.min(photo.width, photo.height) * factorOf(photo));
  return shorter < limits.minSide ? 'tooSmall' : null;
};

export const picturePreparation = (
  photo: Photo,
  { limits }: OfferedFunction,
): Parameters<PhotoPort['preparePhoto']>[0] => {
  const pixels = photo.width * photo.height * factorOf(photo) ** 2;
  return {
    photo,
    limits: { ...limits, maxPixels: Math.min(limits.maxPixels, pixels) },
    downscale: true,
  };
};
