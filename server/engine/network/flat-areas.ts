import type { Picture } from './pixel-tile.ts';

/** A part of a strip, from top to bottom; pixels. */
export interface Piece {
  left: number;
  width: number;
  /** true if interpolation gives nearly the same result as the network */
  isFlat: boolean;
}

interface Strip {
  top: number;
  rows: number;
  /** distance at which a pixel still affects the result, pixels */
  reach: number;
}

/** Largest difference between neighbouring pixels in a flat area, of 255. */
const maxDifference = 8;
/**
 * A narrower flat piece costs more than it saves, because its neighbours get additional margins.
 */
const minFlatWidth = 64;

/** Divides a strip into flat and other pieces, from left to right without gaps. */
export function piecesOf(picture: Picture, strip: Strip): Piece[] {
  const { width } = picture;
  const isBusy = widened(busyColumns(picture, strip), strip.reach);
  const pieces: Piece[] = [];
  let left = 0;
  for (let column = 1; column <= width; column += 1) {
    if (column < width && isBusy[column] === isBusy[left]) continue;
    append(pieces, { left, width: column - left, isFlat: isBusy[left] === 0 });
    left = column;
  }
  return pieces;
}

function append(pieces: Piece[], { left, width, isFlat }: Piece): void {
  const isWorthIt = isFlat && width >= minFlatWidth;
  const last = pieces.at(-1);
  if (last && last.isFlat === isWorthIt) last.width += width;
  else pieces.push({ left, width, isFlat: isWorthIt });
}

/** Returns 1 for each column in which two neighbouring pixels differ, otherwise 0. */
function busyColumns({ width, height, rgb }: Picture, { top, rows, reach }: Strip): Uint8Array {
  const busy = new Uint8Array(width);
  const last = Math.min(height, top + rows + reach);
  for (let row = Math.max(0, top - reach); row < last; row += 1) {
    const below = row + 1 < height ? width * 3 : 0;
    let at = row * width * 3;
    for (let column = 0; column < width; column += 1) {
      const right = column + 1 < width ? 3 : 0;
      for (let colour = 0; colour < 3; colour += 1) {
        const value = rgb[at] ?? 0;
        if (
          Math.abs(value - (rgb[at + right] ?? 0)) > maxDifference ||
          Math.abs(value - (rgb[at + below] ?? 0)) > maxDifference
        ) {
          busy[column] = 1;
        }
        at += 1;
      }
    }
  }
  return busy;
}

function widened(busy: Uint8Array, reach: number): Uint8Array {
  const wide = new Uint8Array(busy.length);
  for (const [column, value] of busy.entries()) {
    if (value === 1) wide.fill(1, Math.max(0, column - reach), column + reach + 1);
  }
  return wide;
}
