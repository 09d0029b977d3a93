import { type InputLimits, photoLimits } from '../functions/manifest.ts';

/** Largest result of a provider in pixels, as large as the largest photo. */
export const mostOutputPixels = 50e6;

/** Limits of a file that a provider returns. The checks are those of an upload. */
export const outputLimits: InputLimits = {
  formats: photoLimits.formats,
  maxPixelsByFormat: photoLimits.maxPixelsByFormat,
  maxPixels: mostOutputPixels,
  minSide: 1,
  // A PNG of the most pixels may be larger than an upload.
  maxBytes: 128 * 1024 * 1024,
};
