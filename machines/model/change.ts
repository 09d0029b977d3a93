import type { PieceFrame, Place } from './piece-frame.ts';
import { type Blocks, bestWindow, blockMeans, type Pixels } from './pixel-window.ts';

/** Where a comparison of two pictures shows most. */
export type Change = {
  /** where the pictures differ most */
  place: Place;
  /**
   * the part that must be on screen to see the whole change; of size 0 if the change is fine detail
   * all over the picture, so that every place shows it
   */
  area: PieceFrame;
};

/** Longest side of the two pictures that are compared, in pixels. It preserves fine detail. */
export const surveySide = 1024;
/**
 * Number of blocks along the longest side. A difference between the means of two blocks is visible
 * without magnification; noise and fine detail are not.
 */
const blocksAcross = 128;
const tilesAcross = 16;
/* Mean differences, in levels of 0 to 255. */
const leastVisible = 2;
const leastVisibleWhole = 12;
/** If this share of all differences remains between the means, the change is not fine detail. */
const coarseShare = 0.8;
/** A change of more than this share of the picture is visible only in the whole picture. */
const wideShare = 0.5;

/** Level of the pattern behind transparent pictures. */
const patternLevel = 200;

const lightness = (data: Uint8ClampedArray, at: number): number => {
  const opacity = (data[at + 3] ?? 0) / 255;
  const level = (data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11;
  return level * opacity + patternLevel * (1 - opacity);
};

const absolute = (values: Float64Array) => values.map(Math.abs);
const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

/** Returns the smallest part with all tiles whose change is visible without magnification. */
function visibleArea({ means, ...size }: Blocks): PieceFrame | null {
  const side = Math.ceil(Math.max(size.width, size.height) / tilesAcross);
  const tiles = blockMeans(absolute(means), size, side);
  const changed = [...tiles.means.keys()].filter(
    (at) => (tiles.means[at] ?? 0) > leastVisibleWhole,
  );
  if (changed.length === 0) return null;
  const columns = changed.map((at) => at % tiles.width);
  const rows = changed.map((at) => Math.floor(at / tiles.width));
  // the last tile of a row or column may be smaller
  const share = (tile: number, whole: number) => Math.min(1, (tile * side) / whole);
  const left = share(Math.min(...columns), size.width);
  const top = share(Math.min(...rows), size.height);
  return {
    left,
    top,
    width: share(Math.max(...columns) + 1, size.width) - left,
    height: share(Math.max(...rows) + 1, size.height) - top,
  };
}

/**
 * Returns where two pictures of the same size differ most. Returns null if the whole picture shows
 * the change best, or if no change is visible.
 */
export function findChange(before: Pixels, after: Pixels): Change | null {
  const gains = new Float64Array(after.width * after.height);
  for (const at of gains.keys())
    gains[at] = lightness(after.data, at * 4) - lightness(before.data, at * 4);
  const side = Math.max(1, Math.round(Math.max(after.width, after.height) / blocksAcross));
  const coarse = blockMeans(gains, after, side);
  const all = blockMeans(absolute(gains), after, side);
  const { x, y, mean } = bestWindow(all.means, all, { width: tilesAcross, height: tilesAcross });
  const area = visibleArea(coarse);
  const place = { x, y };
  if (area) return area.width * area.height > wideShare ? null : { place, area };
  const isFine = sumOf(absolute(coarse.means)) < coarseShare * sumOf(all.means);
  return isFine && mean >= leastVisible
    ? { place, area: { left: x, top: y, width: 0, height: 0 } }
    : null;
}
