import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { type FileFormat, fileFormats } from '../../../contract/functions.ts';
import type { EngineFile, EngineResult } from '../engine.port.ts';
import { join } from './interleave.ts';
import type { Photo } from './photo.ts';
import { TiffSink } from './tiff-sink.ts';

export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Outputs {
  /** the finished picture */
  tiff: TiffSink;
  photo: Photo;
  /** part of the photo that the result shows; may extend beyond the photo */
  region: Region;
  /** the result is scaled down to this longest side, pixels */
  longestSide: number | undefined;
  /** an existing folder for temporary files, on the same disk as `outputDir` */
  workDir: string;
  outputDir: string;
  id: string;
  /** awaited after each step; rejects if the job must stop */
  onStep(fraction: number): Promise<void>;
}

const previewSide = 2048;
const thumbnailSide = 320;
/**
 * Longest side in pixels that libwebp can write. libwebp needs about 17 bytes of memory per pixel.
 */
const webpMaxSide = 16_383;
const webpMaxPixels = 40e6;
/**
 * Results with more pixels get standard Huffman tables. Optimal tables need all coefficients in
 * memory, which take 6 bytes per pixel.
 */
const optimisedPixels = 30e6;

/**
 * Encodes the result, its previews and the thumbnail. The files get their final names at the end.
 */
export async function writeOutputs(outputs: Outputs): Promise<Omit<Success, 'kind'>> {
  const { tiff, id, workDir, outputDir, onStep } = outputs;
  const format = resultFormat(outputs.photo.format, tiff.shape);
  const file = (name: string) => path.join(workDir, `${id}${name}`);
  const written = {
    result: await save(encoder(outputs, format), file(`.${format}`), fileFormats[format]),
    after: await step(0.7, () => savePreview(sharp(tiff.path), previewSide, file('-after.webp'))),
    before: await step(0.85, () => saveBefore(outputs, file('-before.webp'))),
    thumbnail: await step(0.95, () =>
      savePreview(sharp(file('-after.webp')), thumbnailSide, file('-thumbnail.webp')),
    ),
  };
  for (const entry of Object.values(written)) {
    const final = path.join(outputDir, path.basename(entry.path));
    await rename(entry.path, final);
    entry.path = final;
  }
  return written;

  async function step<T>(fraction: number, work: () => Promise<T>): Promise<T> {
    await onStep(fraction);
    return await work();
  }
}

type Success = Extract<EngineResult, { kind: 'succeeded' }>;

/**
 * Returns the format of the result. JPEG, PNG and WebP photos keep their format. AVIF photos, and
 * results too large for WebP, become JPEG, or PNG if they have transparency. Other photos become
 * PNG.
 */
function resultFormat(source: FileFormat, shape: TiffSink['shape']): FileFormat {
  const lossy = shape.channels === 4 ? 'png' : 'jpg';
  if (source === 'jpg' || source === 'avif') return lossy;
  if (source !== 'webp') return 'png';
  const { width, height } = shape;
  return Math.max(width, height) > webpMaxSide || width * height > webpMaxPixels ? lossy : 'webp';
}

function encoder({ tiff, longestSide }: Outputs, format: FileFormat): Sharp {
  const { width, height } = tiff.shape;
  const image = read(tiff);
  if (longestSide !== undefined && longestSide < Math.max(width, height)) {
    image.resize(longestSide, longestSide, { fit: 'inside' });
  }
  if (tiff.shape.icc) image.keepIccProfile();
  const big = width * height > optimisedPixels;
  if (format === 'jpg') {
    return image.jpeg({ quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: !big });
  }
  if (format === 'webp') {
    return image.webp({ quality: 92, smartSubsample: true, effort: big ? 2 : 4 });
  }
  return image.png({ compressionLevel: big ? 3 : 6 });
}

function read(tiff: TiffSink): Sharp {
  return sharp(tiff.path, { limitInputPixels: false, sequentialRead: true });
}

/** Writes the preview of the original from a small TIFF, because a TIFF can contain the profile. */
async function saveBefore(outputs: Outputs, target: string): Promise<EngineFile> {
  const { photo, region, workDir } = outputs;
  const opaque = isInside(region, photo)
    ? null
    : new Uint8Array(photo.width * photo.height).fill(255);
  const opacity = photo.alpha ?? opaque;
  const small = await shrink(photo.rgb, 3, photo, region);
  const alpha = opacity ? await shrink(opacity, 1, photo, region) : null;
  const { width, height } = small.info;
  const channels = alpha ? 4 : 3;
  const tiff = await TiffSink.create(path.join(workDir, 'before.tiff'), {
    width,
    height,
    channels,
    icc: photo.icc,
  });
  await tiff.write(alpha ? join(small.data, alpha.data) : small.data);
  await tiff.finish();
  return savePreview(sharp(tiff.path), previewSide, target);
}

const isInside = ({ left, top, width, height }: Region, photo: Photo): boolean =>
  left >= 0 && top >= 0 && left + width <= photo.width && top + height <= photo.height;

/** Makes a region of the photo smaller. Outside the photo every value is 0. */
function shrink(data: Uint8Array, channels: 1 | 3, photo: Photo, region: Region) {
  const { width, height } = photo;
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  const small = isInside(region, photo)
    ? image
        .extract(region)
        .resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true })
    : shrinkBeyond(image, photo, region);
  return small
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function shrinkBeyond(image: Sharp, photo: Photo, region: Region): Sharp {
  const factor = Math.min(1, previewSide / Math.max(region.width, region.height));
  const across = shrinkSide(region.left, region.width, photo.width, factor);
  const down = shrinkSide(region.top, region.height, photo.height, factor);
  return image
    .extract({ left: across.from, top: down.from, width: across.length, height: down.length })
    .resize(across.shown, down.shown, { fit: 'fill' })
    .extend({
      left: across.before,
      right: across.after,
      top: down.before,
      bottom: down.after,
      background: { r: 0, g: 0, b: 0 },
    });
}

/**
 * Returns one side of a region: the part inside the photo, and the empty parts before and after it.
 */
function shrinkSide(start: number, side: number, photoSide: number, factor: number) {
  const from = Math.max(0, Math.min(photoSide - 1, start));
  const length = Math.max(1, Math.min(photoSide, start + side) - from);
  const whole = Math.max(1, Math.round(side * factor));
  const before = Math.min(whole - 1, Math.max(0, Math.round((from - start) * factor)));
  const shown = Math.max(1, Math.min(whole - before, Math.round(length * factor)));
  return { from, length, before, shown, after: whole - before - shown };
}

function savePreview(image: Sharp, side: number, target: string): Promise<EngineFile> {
  const preview = image
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 });
  return save(preview, target, fileFormats.webp);
}

async function save(image: Sharp, target: string, mime: string): Promise<EngineFile> {
  const { width, height } = await image.toFile(target);
  return { path: target, mime, width, height, bytes: (await stat(target)).size };
}
