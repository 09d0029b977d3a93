import { readFile, stat } from 'node:fs/promises';
import { type FileFormat, fileFormats } from '../../../contract/functions.ts';
import { isResultTooLarge, resultSize } from '../../../machines/model/forecast.ts';
import { EngineError, type ImageInfo } from '../engine.port.ts';
import type { FunctionManifest, InputLimits } from '../functions/manifest.ts';
import { decode, readMetadata } from './decode.ts';
import { sniffFormat } from './sniff.ts';
import { readStructure, type Structure } from './structure.ts';

/**
 * In these formats, several pictures in a file are frames. In other formats they are thumbnails or
 * depth maps.
 */
const moving: readonly FileFormat[] = ['gif', 'webp'];

/**
 * Verifies an uploaded file against limits. The cheapest checks come first, so that a decompression
 * bomb is refused before any pixel is decoded. The budget of the child process limits the cost of
 * the other checks.
 * @throws EngineError
 */
export async function inspectImage(path: string, limits: InputLimits): Promise<ImageInfo> {
  const bytes = await sizeOf(path);
  if (bytes > limits.maxBytes) {
    throw new EngineError(
      'file_too_large',
      `The file has ${bytes} bytes; at most ${limits.maxBytes} are allowed`,
    );
  }
  const file = await readFile(path);
  const format = sniffFormat(file);
  if (!format) throw new EngineError('not_an_image', 'The first bytes do not match a known format');
  if (!limits.formats.includes(format)) {
    throw new EngineError('unsupported_format', `The format ${format} is not supported`);
  }
  const structure = readStructure(format, file);
  const metadata = await readMetadata(structure);
  const pages = metadata.pages ?? 1;
  if (pages > 1 && moving.includes(format)) {
    throw new EngineError(
      'animated_unsupported',
      `The picture has ${pages} frames; only one is allowed`,
    );
  }
  const { width, height } = metadata.autoOrient;
  const maxPixels = Math.min(limits.maxPixels, limits.maxPixelsByFormat[format] ?? Infinity);
  checkSize(width, height, { ...limits, maxPixels });
  await decodeAll(structure, maxPixels);
  return {
    format,
    mime: fileFormats[format],
    width,
    height,
    pixels: width * height,
    bytes,
    hasAlpha: structure.samples ? structure.samples.alphaAt !== -1 : (metadata.hasAlpha ?? false),
  };
}

/**
 * Verifies an uploaded file like `inspectImage`, with the limits of one function. The function's
 * result must also fit into a file.
 * @throws EngineError
 */
export async function inspectInput(
  path: string,
  { limits, output }: Pick<FunctionManifest, 'limits' | 'output'>,
): Promise<ImageInfo> {
  const info = await inspectImage(path, limits);
  const { width, height } = resultSize(info, { limits, output, downscaleAllowed: false });
  if (isResultTooLarge({ width, height }, limits)) {
    throw new EngineError('result_too_large', `The result would have ${width} × ${height} pixels`);
  }
  return info;
}

function checkSize(width: number, height: number, limits: InputLimits): void {
  if (width * height > limits.maxPixels) {
    throw new EngineError(
      'image_too_large',
      `The picture has ${width} × ${height} pixels; at most ${limits.maxPixels} pixels are allowed`,
    );
  }
  if (Math.min(width, height) < limits.minSide) {
    throw new EngineError(
      'image_too_small',
      `The picture has ${width} × ${height} pixels; a side must have at least ${limits.minSide}`,
    );
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw new EngineError('engine_failed', 'The file does not exist', { cause: error });
  }
}

/** Decodes every row. Shrinking the picture to a few pixels limits the memory. */
async function decodeAll(structure: Structure, maxPixels: number): Promise<void> {
  await decode(structure, { maxPixels }, (image) =>
    image.resize(8, 8, { fit: 'fill' }).raw().toBuffer(),
  );
}
