import { type Canvas, contextOf, encode } from './shrink-photo.ts';

type Size = { width: number; height: number };

/**
 * Side of a tile in pixels, without the gap after it. The gap is as wide as the blocks that JPEG
 * compresses.
 */
const tileSide = 56;
const pitch = 64;
const gap = pitch - tileSide;
const mostTiles = 4;

/**
 * Returns the first pixel of each tile, aligned to the blocks of a JPEG. The tiles are spread
 * evenly.
 */
function startsOf(length: number): readonly number[] {
  const count = Math.min(mostTiles, Math.floor(length / pitch));
  return Array.from({ length: count }, (_, index) => {
    const middle = ((index + 0.5) * length) / count;
    return Math.floor((middle - tileSide / 2) / gap) * gap;
  });
}

/**
 * Copies small pieces from all areas of the photo, at the size of the later upload. A photo smaller
 * than a tile is copied whole.
 */
export async function tilesOf(
  bitmap: Size & CanvasImageSource,
  photo: Size,
  create: (width: number, height: number) => Canvas,
): Promise<Blob> {
  const across = bitmap.width / photo.width;
  const down = bitmap.height / photo.height;
  const lefts = startsOf(photo.width);
  const tops = startsOf(photo.height);
  const isTiny = lefts.length === 0 || tops.length === 0;
  const width = isTiny ? Math.min(photo.width, mostTiles * pitch) : lefts.length * pitch;
  const height = isTiny ? Math.min(photo.height, mostTiles * pitch) : tops.length * pitch;
  const canvas = create(width, height);
  const context = contextOf(canvas);
  const copy = (left: number, top: number, w: number, h: number, x: number, y: number) =>
    context.drawImage(bitmap, left * across, top * down, w * across, h * down, x, y, w, h);
  if (isTiny) copy(0, 0, width, height, 0, 0);
  else {
    for (const [row, top] of tops.entries()) {
      for (const [column, left] of lefts.entries()) {
        copy(left, top, tileSide, tileSide, column * pitch, row * pitch);
      }
    }
  }
  return encode(canvas, 'image/png', 1);
}
