import { open, stat } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import sharp from 'sharp';
import { fileFormats } from '../../../contract/functions.ts';
import { isResultTooLarge, resultSize } from '../../../machines/model/forecast.ts';
import { EngineError, type ImageInfo } from '../engine.port.ts';
import type { FunctionManifest, InputLimits } from '../functions/manifest.ts';
import { readPngStructure } from './png-structure.ts';
import { sniffBytes, sniffFormat } from './sniff.ts';

/**
 * Verifies an uploaded file against limits, cheapest test first, so that a bomb is refused before a
 * pixel of it is decoded. Throws `EngineError`. What it costs beyond that is bounded by the child
 * process that it runs in.
 */
export async function inspectImage(path: string, limits: InputLimits): Promise<ImageInfo> {
  const bytes = await sizeOf(path);
  if (bytes > limits.maxBytes) {
    throw new EngineError('file_too_large', `${bytes} bytes, at most ${limits.maxBytes}`);
  }
  const start = await readStart(path);
  const format = sniffFormat(start);
  if (!format) throw new EngineError('not_an_image', 'The first bytes are of no known format');
  if (!limits.formats.includes(format)) {
    throw new EngineError('unsupported_format', `Format ${format}`);
  }
  if (format === 'png') await checkChunks(path);
  const metadata = await readMetadata(path);
  if ((metadata.pages ?? 1) > 1) {
    throw new EngineError('animated_unsupported', `${metadata.pages} frames`);
  }
  const { width, height } = metadata.autoOrient;
  const maxPixels = Math.min(limits.maxPixels, limits.maxPixelsByFormat[format] ?? Infinity);
  checkSize(width, height, { ...limits, maxPixels });
  await decodeAll(path, maxPixels);
  return {
    format,
    mime: fileFormats[format],
    width,
    height,
    pixels: width * height,
    bytes,
    hasAlpha: metadata.hasAlpha ?? false,
  };
}

/** The same for one function, whose result must also fit into a file. Throws `EngineError`. */
export async function inspectInput(
  path: string,
  {
    limits,
    output,
    downscaleAllowed,
  }: Pick<FunctionManifest, 'limits' | 'output' | 'downscaleAllowed'>,
): Promise<ImageInfo> {
  const info = await inspectImage(path, limits);
  const { width, height } = resultSize(info, { limits, output, downscaleAllowed });
  if (isResultTooLarge({ width, height }, limits)) {
    throw new EngineError('result_too_large', `The result would have ${width} × ${height} pixels`);
  }
  return info;
}

async function checkChunks(path: string): Promise<void> {
  const structure = await readPngStructure(path);
  if (structure === 'animated') throw new EngineError('animated_unsupported', 'Several frames');
  if (structure === 'too_many_chunks') {
    throw new EngineError('image_too_complex', 'More chunks than any program writes');
  }
}

function checkSize(width: number, height: number, limits: InputLimits): void {
  if (width * height > limits.maxPixels) {
    throw new EngineError('image_too_large', `${width} × ${height}, at most ${limits.maxPixels}`);
  }
  if (Math.min(width, height) < limits.minSide) {
    throw new EngineError('image_too_small', `${width} × ${height}, at least ${limits.minSide}`);
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw new EngineError('engine_failed', 'The file is not there', { cause: error });
  }
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A known beginning with an unreadable header can only be damaged or cut off. */
async function readMetadata(path: string): Promise<Metadata> {
  try {
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new EngineError('image_truncated', 'The header cannot be read', { cause: error });
  }
}

/** Shrinking to a few pixels reads every row, but keeps only a few. */
async function decodeAll(path: string, maxPixels: number): Promise<void> {
  try {
    await sharp(path, { failOn: 'truncated', limitInputPixels: maxPixels, sequentialRead: true })
      .resize(8, 8, { fit: 'fill' })
      .raw()
      .toBuffer();
  } catch (error) {
    throw new EngineError('image_truncated', 'The pixels cannot be read', { cause: error });
  }
}
