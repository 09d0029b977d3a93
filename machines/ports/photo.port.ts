import type { Limits, PreviewInput } from '../model/functions.ts';
import type { Photo, PhotoCut, PhotoSource, PreparedPhoto } from '../model/photo.ts';
import type { PortCall } from './port.ts';

export type PhotoPort = {
  /**
   * Looks into the file without sending it anywhere: format by magic bytes, size, dimensions as
   * they will be shown, whether this browser can decode it. What it finds wrong is in `problem` of
   * the answer; it rejects only when a sample cannot be fetched or the file cannot be read.
   */
  inspectPhoto: PortCall<{ source: PhotoSource }, Photo>;
  /**
   * Makes the file to upload, in a worker: shrunk to `limits.maxPixels` where `downscale` says so,
   * turned into a format of `limits.formats` where the browser can (HEIC), otherwise as it is.
   * Rejects with `unsupported` when it cannot be made to fit.
   */
  preparePhoto: PortCall<{ photo: Photo; limits: Limits; downscale: boolean }, PreparedPhoto>;
  /**
   * What a first look is made of, in a worker: the square with the most detail, or the whole photo
   * made smaller. `width` and `height` are those of the upload that a start would make. Cuts of one
   * photo have the same middle. Rejects with `unsupported` when this browser cannot read the photo.
   */
  cutPhoto: PortCall<
    { photo: Photo; preview: PreviewInput; width: number; height: number },
    PhotoCut
  >;
};
