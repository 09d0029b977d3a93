import type { Metadata, Sharp, SharpOptions } from 'sharp';
import sharp from 'sharp';
import { EngineError } from '../engine.port.ts';
import type { Structure } from './structure.ts';

/** libjpeg warnings that indicate a damaged picture. */
const damagedJpeg = /premature end|bad \w+ code|instead of RST/i;
/**
 * Matches messages that sharp creates from libtiff warnings. Messages that sharp creates from
 * errors do not match.
 */
const onlyWarnings = /treated as error/i;
const notBuiltIn = /not configured|not supported|unsupported|not implemented|no decod/i;

interface Decoding {
  /** pictures with more pixels are refused */
  maxPixels?: number;
  ignoreIcc?: boolean;
}

/** Opens a picture without decoding it. */
function open({ bytes }: Structure, options: SharpOptions): Sharp {
  return sharp(bytes, { limitInputPixels: false, sequentialRead: true, ...options });
}

/** @throws EngineError */
export async function readMetadata(structure: Structure): Promise<Metadata> {
  try {
    return await open(structure, {}).metadata();
  } catch (error) {
    throw explained(structure, error);
  }
}

/**
 * Decodes a picture and refuses it if a part is missing. The image library itself continues after
 * most faults of a TIFF or a JPEG and returns black or shifted pixels.
 * @throws EngineError
 */
export async function decode<Result>(
  structure: Structure,
  { maxPixels, ignoreIcc = false }: Decoding,
  use: (image: Sharp) => Promise<Result>,
): Promise<Result> {
  const limitInputPixels = maxPixels ?? false;
  const attempt = (failOn: 'warning' | 'error' | 'truncated') =>
    use(open(structure, { failOn, limitInputPixels, ignoreIcc }));
  const { format } = structure;
  await checkMended(structure);
  try {
    // libjpeg and libtiff report damage as warnings. Warnings of other decoders concern profiles
    // only.
    return await attempt(format === 'jpg' || format === 'tiff' ? 'warning' : 'error');
  } catch (error) {
    if (!isHarmless(structure, error)) throw explained(structure, error);
  }
  try {
    return await attempt(format === 'jpg' ? 'truncated' : 'error');
  } catch (error) {
    throw explained(structure, error);
  }
}

/**
 * Returns true for warnings without damage. Cameras write extra bytes between markers, and numbers
 * that decoders ignore. libjpeg warns of each of them.
 */
function isHarmless({ format }: Structure, error: unknown): boolean {
  if (format === 'jpg') return !damagedJpeg.test(String(error));
  return format === 'tiff' && onlyWarnings.test(String(error));
}

async function checkMended({ mended }: Structure): Promise<void> {
  if (!mended) return;
  try {
    await sharp(mended, { failOn: 'warning', limitInputPixels: false }).resize(8, 8).toBuffer();
  } catch (cause) {
    throw new EngineError('image_truncated', 'A part of the picture is missing', { cause });
  }
}

function explained({ isComplete }: Structure, cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause;
  if (!isComplete) {
    return new EngineError('image_truncated', 'A part of the picture is missing', { cause });
  }
  if (notBuiltIn.test(String(cause))) {
    return new EngineError(
      'unsupported_encoding',
      'The compression of the picture is not supported',
      {
        cause,
      },
    );
  }
  return new EngineError('image_damaged', 'The picture cannot be decoded', { cause });
}
