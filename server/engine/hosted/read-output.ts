import type { HostedModel } from '../functions/manifest.ts';
import { inspectImage } from '../image/inspect.ts';
import { type Photo, readPhoto } from '../image/photo.ts';
import { resizePhoto } from '../image/resize-photo.ts';
import { outputLimits } from './output-limits.ts';

/** Models round sizes, for example to a multiple of 64. */
const roundedBy = { pixels: 64, share: 0.02 };

type Size = { width: number; height: number };

/**
 * Verifies and decodes an output like an upload. Returns it with exactly the size that the result
 * must have.
 * @throws Error without a code, because a faulty output is not the visitor's fault
 */
export async function readOutput(
  file: string,
  photo: Size,
  { scale }: Pick<HostedModel, 'scale'>,
): Promise<Photo> {
  const picture = await decoded(file);
  const size = { width: photo.width * scale, height: photo.height * scale };
  if (!isAbout(picture.width, size.width) || !isAbout(picture.height, size.height)) {
    throw new Error(
      `The output has ${picture.width} × ${picture.height} pixels instead of ${size.width} × ${size.height}`,
    );
  }
  const isExact = picture.width === size.width && picture.height === size.height;
  return isExact ? picture : await resizePhoto(picture, size);
}

async function decoded(file: string): Promise<Photo> {
  try {
    const { format } = await inspectImage(file, outputLimits);
    return await readPhoto(file, format);
  } catch (error) {
    throw new Error(`The output is not usable: ${error instanceof Error ? error.message : error}`);
  }
}

const isAbout = (actual: number, expected: number) =>
  Math.abs(actual - expected) <= Math.max(roundedBy.pixels, expected * roundedBy.share);
