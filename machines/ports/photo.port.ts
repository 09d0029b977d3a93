import type { Limits, PreviewInput } from '../model/functions.ts';
import type { Photo, PhotoPiece, PhotoSource, PreparedPhoto } from '../model/photo.ts';
import type { PortCall } from './port.ts';

export type PhotoPort = {
  /**
   * Inspects the file without sending it anywhere: format by magic bytes, size, displayed dimensions, whether
   * this browser can decode it. Problems of the photo are in `problem` of the answer; rejects only if a sample
   * cannot be fetched or the file cannot be read.
   */
  inspectPhoto: PortCall<{ source: PhotoSource }, Photo>;
  /**
   * Makes the file to upload, in a worker: scaled down to `limits.maxPixels` if `downscale` is set, converted
   * to a format of `limits.formats` if the browser can (HEIC), otherwise unchanged. Rejects with `unsupported`
   * if it cannot be made to fit.
   */
  preparePhoto: PortCall<{ photo: Photo; limits: Limits; downscale: boolean }, PreparedPhoto>;
  /**
   * Makes the input of a preview, in a worker: the square with the most detail, or the whole photo scaled down.
   * `width` and `height` are those of the upload that a start would make. All cuts of one photo have the same
   * centre. Rejects with `unsupported` if this browser cannot decode the photo.
   */
  cropPhoto: PortCall<
    { photo: Photo; preview: PreviewInput; width: number; height: number },
    PhotoPiece
  >;
};
