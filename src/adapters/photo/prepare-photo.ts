import { maxPixelsOf } from '../../../machines/model/forecast.ts';
import type { Limits } from '../../../machines/model/functions.ts';
import type { Photo, PhotoFile, PreparedPhoto } from '../../../machines/model/photo.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { unreadableFile } from '../unreadable-file.ts';
import type { Size } from './inspect-photo.ts';
import { lacksEnd } from './photo-structure.ts';
import type { ShrinkRequest } from './shrink-photo.ts';

export type Shrink = (request: ShrinkRequest, signal: CancelSignal) => Promise<Blob>;

type Input = { photo: Photo; limits: Limits; downscale: boolean };

const mimes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };
const transparentFormats = ['png', 'webp', 'gif', 'avif', 'tiff'];

const jpegQuality = 0.92;
/** number of further attempts, if the first file is still too large */
const mostTries = 4;

const unsupported = (msg: string, cause?: unknown) =>
  new PortError({ reason: 'unsupported', msg, call: 'preparePhoto' }, { cause });

const asItIs = ({ file, format, width, height }: Photo, formatName: string): PreparedPhoto => ({
  file,
  format: format ?? formatName,
  width,
  height,
});

function sizeToFit({ width, height }: Size, maxPixels: number): Size {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
}

/** Returns the formats that browsers can write and the function accepts. */
function outputFormats({ format }: Photo, limits: Limits) {
  const allowed = limits.formats.filter((name) => name in mimes);
  const fallback = allowed[0];
  if (!fallback) throw unsupported('This browser writes none of the accepted formats');
  const choose = (...wanted: string[]) => wanted.find((name) => allowed.includes(name)) ?? fallback;
  return {
    opaque: choose('jpg', 'webp', 'png'),
    transparent: format === 'webp' ? choose('webp', 'png') : choose('png', 'webp'),
  };
}

const formatOfMime = (mime: string) =>
  Object.keys(mimes).find((name) => mimes[name] === mime) ?? null;

function toFile(blob: Blob, name: string, format: string): PhotoFile {
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${format}`, { type: blob.type });
}

async function redraw(shrink: Shrink, input: Input, size: Size, signal: CancelSignal) {
  const { photo, limits } = input;
  const formats = outputFormats(photo, limits);
  const request: ShrinkRequest = {
    file: photo.file as unknown as Blob,
    ...size,
    mayBeTransparent: transparentFormats.includes(photo.format ?? ''),
    opaqueMime: mimes[formats.opaque] ?? 'image/jpeg',
    transparentMime: mimes[formats.transparent] ?? 'image/png',
    quality: jpegQuality,
  };
  try {
    return await shrink(request, signal);
  } catch (cause) {
    if (cause instanceof PortError) throw cause;
    throw unsupported('This browser could not redraw the photo', cause);
  }
}

async function redrawToFit(
  shrink: Shrink,
  input: Input,
  signal: CancelSignal,
): Promise<PreparedPhoto> {
  const { photo, limits, downscale } = input;
  let size = sizeToFit(photo, downscale ? limits.maxPixels : photo.width * photo.height);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const blob = await redraw(shrink, input, size, signal);
    const format = formatOfMime(blob.type);
    if (!format || !limits.formats.includes(format)) break;
    if (blob.size <= limits.maxBytes)
      return { file: toFile(blob, photo.name, format), format, ...size };
    if (!downscale) break;
    size = sizeToFit(size, size.width * size.height * 0.9 * (limits.maxBytes / blob.size));
  }
  throw unsupported('The photo exceeds the limits even after it was scaled down');
}

/**
 * Rejects a JPEG with a missing part. Redrawing would turn the missing part into a grey area, which
 * the server could not detect.
 */
async function refuseIncomplete({ format, file }: Photo): Promise<void> {
  if (format !== 'jpg') return;
  const bytes = new Uint8Array(await (file as unknown as Blob).arrayBuffer());
  if (!lacksEnd(bytes)) return;
  throw new PortError({ reason: 'refused', code: 'image_truncated', call: 'preparePhoto' });
}

/**
 * Returns a function that prepares the file to upload. A photo within the limits is uploaded
 * unchanged. A photo with too many pixels or bytes is scaled down if `downscale` is set. A photo is
 * converted if the function does not accept its format, or not so many pixels in that format.
 */
export function createPhotoPreparation(shrink: Shrink) {
  return async (input: Input, signal: CancelSignal): Promise<PreparedPhoto> => {
    const { photo, limits, downscale } = input;
    const failure = await unreadableFile(photo.file as unknown as Blob, 'preparePhoto');
    if (failure) throw new PortError(failure);
    const pixels = photo.width * photo.height;
    const takesFormat =
      limits.formats.includes(photo.format ?? '') && pixels <= maxPixelsOf(photo.format, limits);
    const fitsBytes = photo.bytes <= limits.maxBytes;
    const fitsPixels = pixels <= limits.maxPixels;
    if (takesFormat && fitsBytes && fitsPixels) return asItIs(photo, 'jpg');
    if (!photo.decodable) throw unsupported('This browser cannot read the photo');
    if (!(fitsBytes && fitsPixels) && !downscale) throw unsupported('The photo is too large');
    await refuseIncomplete(photo);
    return redrawToFit(shrink, input, signal);
  };
}
