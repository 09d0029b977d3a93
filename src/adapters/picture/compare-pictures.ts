import { type Change, findChange, surveySide } from '../../../machines/model/change.ts';
import type { Pixels } from '../../../machines/model/pixel-window.ts';
import { type Canvas, contextOf } from '../photo/shrink-photo.ts';

export type CompareRequest = { before: Blob; after: Blob; width: number; height: number };

type CreateCanvas = (width: number, height: number) => Canvas;

/** Reads the pixels of the picture, scaled to this size. */
async function pixelsOf(file: Blob, canvas: Canvas): Promise<Pixels> {
  const { width, height } = canvas;
  const bitmap = await createImageBitmap(file);
  const context = contextOf(canvas);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

/** Executed by the worker or by the page. */
export async function comparePictures(
  { before, after, width, height }: CompareRequest,
  create: CreateCanvas,
): Promise<Change | null> {
  const scale = Math.min(1, surveySide / Math.max(width, height));
  // two canvases, because browsers slow down a canvas after its pixels are read
  const canvas = () =>
    create(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  return findChange(await pixelsOf(before, canvas()), await pixelsOf(after, canvas()));
}
