export interface TileGrid {
  /**
   * size of each tile without margins; the last tile of a row or column may extend beyond the
   * picture
   */
  width: number;
  height: number;
  /** positions of the tiles without margins */
  lefts: number[];
  tops: number[];
}

interface Size {
  width: number;
  height: number;
}

/**
 * Divides a picture into equal tiles of at most `area` pixels, including margins. Chooses the
 * layout that computes the fewest pixels twice.
 */
export function planTiles({ width, height }: Size, area: number, margin: number): TileGrid {
  let best: TileGrid | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let columns = 1; columns <= width; columns += 1) {
    const tileWidth = Math.ceil(width / columns);
    const most = Math.floor(area / (tileWidth + 2 * margin)) - 2 * margin;
    if (most < 1) continue;
    const rows = Math.ceil(height / most);
    const tileHeight = Math.ceil(height / rows);
    const work = columns * rows * (tileWidth + 2 * margin) * (tileHeight + 2 * margin);
    if (work >= least) {
      // More columns only make the tiles narrower and add margins.
      if (columns * columns > 16 * (width / Math.sqrt(area) + 1) ** 2) break;
      continue;
    }
    least = work;
    best = grid({ width, height }, tileWidth, tileHeight);
  }
  if (!best) throw new Error(`Tiles of ${area} pixels are too small for margins of ${margin}`);
  return best;
}

/** Divides a picture into overlapping squares, for networks with a fixed input size. */
export function squareTiles(size: Size, side: number, margin: number): TileGrid {
  return grid(size, side - 2 * margin, side - 2 * margin);
}

function grid(picture: Size, width: number, height: number): TileGrid {
  const starts = (length: number, step: number) =>
    Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);
  return {
    width,
    height,
    lefts: starts(picture.width, width),
    tops: starts(picture.height, height),
  };
}

/**
 * Returns the positions `start` to `start + count`, mirrored at both edges of the photo into 0 to
 * `length - 1`. The edge is not repeated. A photo smaller than the margin is mirrored several
 * times.
 */
export function mirrored(start: number, count: number, length: number): Int32Array {
  const period = Math.max(1, 2 * (length - 1));
  return Int32Array.from({ length: count }, (_, index) => {
    const position = (((start + index) % period) + period) % period;
    return position < length ? position : period - position;
  });
}
