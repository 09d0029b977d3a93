import type { Limits, PreviewInput } from '../model/functions.ts';
import type { Photo, PhotoFile, PhotoPiece, PhotoSource, PreparedPhoto } from '../model/photo.ts';
import type { Place } from '../model/piece-frame.ts';
import type { PortCall } from './port.ts';

export type PhotoPort = {
  /**
   * Inspects the file on this device: format by magic bytes, size, displayed dimensions, and
   * whether this browser can decode it. The answer's `problem` reports a problem of the photo.
   * Rejects only if a sample cannot be fetched or the file cannot be read. The thumbnail of a photo
   * stays valid until the next photo is inspected; `isOneOfMany` means that the photo gets a small
   * thumbnail of its own, which stays valid.
   */
  inspectPhoto: PortCall<{ source: PhotoSource; isOneOfMany?: boolean }, Photo>;
  /** Compares the files' content. A file that cannot be read counts as different. */
  findTwin: PortCall<{ file: PhotoFile; others: readonly PhotoFile[] }, { isTwin: boolean }>;
  /**
   * Makes the file to upload, in a worker. Scales the photo down to `limits.maxPixels` if
   * `downscale` is set. Converts it to a format of `limits.formats` if needed and possible (HEIC).
   * Rejects with `unsupported` if the file cannot meet the limits, and with `unreadable` if the
   * file was changed or deleted after it was chosen.
   */
  preparePhoto: PortCall<{ photo: Photo; limits: Limits; downscale: boolean }, PreparedPhoto>;
  /**
   * Makes the input of a preview, in a worker: a square of the photo, or the whole photo scaled
   * down. `width` and `height` are the size of the later upload. The square is as close as possible
   * to `place`; without a place, it shows the most detail. Rejects with `unsupported` if this
   * browser cannot decode the photo.
   */
  cropPhoto: PortCall<
    { photo: Photo; preview: PreviewInput; width: number; height: number; place: Place | null },
    PhotoPiece
  >;
};
