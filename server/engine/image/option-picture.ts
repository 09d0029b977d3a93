import { mostPictureSide } from '../../../machines/model/own-value.ts';
import type { FunctionManifest } from '../functions/manifest.ts';
import { inspectImage } from './inspect.ts';
import { type Photo, readPhoto } from './photo.ts';
import { resizePhoto } from './resize-photo.ts';

type Limited = Pick<FunctionManifest, 'limits'>;

/**
 * Decodes the picture of an option. Inspects it first, because a preview may use an upload that no
 * task has verified.
 * @param path absolute path of an upload
 * @throws EngineError
 */
export async function readOptionPicture(
  path: string | undefined,
  { limits }: Limited,
): Promise<Photo> {
  if (path === undefined) throw new Error('Expected the path of a picture for the option.');
  const { format } = await inspectImage(path, limits);
  return readPhoto(path, format);
}

/** Longest side of the copy for previews, in pixels. */
const copySide = 1024;

/** Small copies of pictures for previews. The latest copy is kept for the next preview. */
export class SmallPictures {
  #latest: { path: string; photo: Photo } | null = null;

  /** @throws EngineError also for a picture with more pixels than pages upload */
  async read(path: string | undefined, { limits }: Limited): Promise<Photo> {
    if (path !== undefined && this.#latest?.path === path) return this.#latest.photo;
    const maxPixels = Math.min(limits.maxPixels, mostPictureSide ** 2);
    const picture = await readOptionPicture(path, { limits: { ...limits, maxPixels } });
    const photo = await smallCopy(picture);
    if (path !== undefined) this.#latest = { path, photo };
    return photo;
  }
}

function smallCopy(photo: Photo): Promise<Photo> {
  const factor = Math.min(1, copySide / Math.max(photo.width, photo.height));
  const scaled = (length: number) => Math.max(1, Math.round(length * factor));
  return resizePhoto(photo, { width: scaled(photo.width), height: scaled(photo.height) });
}
