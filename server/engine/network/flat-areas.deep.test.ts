import { describe, expect, it } from 'vitest';
import { piecesOf } from './flat-areas.ts';
import type { Picture } from './pixel-tile.ts';

/** Returns a grey picture with a white dot at each position. */
function grey(width: number, height: number, dots: [x: number, y: number][] = []): Picture {
  const rgb = new Uint8Array(width * height * 3).fill(100);
  for (const [x, y] of dots) rgb.fill(255, (y * width + x) * 3, (y * width + x) * 3 + 3);
  return { width, height, rgb };
}

const strip = { top: 20, rows: 40, reach: 6 };

describe('piecesOf', () => {
  it('returns one flat piece if nothing differs', () => {
    expect(piecesOf(grey(300, 80), strip)).toEqual([{ left: 0, width: 300, isFlat: true }]);
  });

  it('keeps the surroundings of a detail for the network', () => {
    expect(piecesOf(grey(300, 80, [[150, 40]]), strip)).toEqual([
      { left: 0, width: 143, isFlat: true },
      { left: 143, width: 14, isFlat: false },
      { left: 157, width: 143, isFlat: true },
    ]);
  });

  it('considers details beyond the strip as far away as the network does', () => {
    const isFlat = (y: number) => piecesOf(grey(300, 80, [[150, y]]), strip).length === 1;
    expect([12, 14, 66, 68].map(isFlat)).toEqual([true, false, false, true]);
  });

  it('ignores flat pieces that are too narrow to save time', () => {
    const dots: [number, number][] = [
      [100, 40],
      [160, 40],
    ];
    const pieces = piecesOf(grey(300, 80, dots), strip);
    expect(pieces.map(({ isFlat }) => isFlat)).toEqual([true, false, true]);
    expect(pieces.reduce((sum, { width }) => sum + width, 0)).toBe(300);
  });

  it.each([
    { step: 8, isFlat: true },
    { step: 9, isFlat: false },
  ])('calls a slope of $step a pixel flat: $isFlat', ({ step, isFlat }) => {
    const rgb = Uint8Array.from({ length: 200 * 3 }, (_, index) => {
      return (Math.floor(index / 3) % 25) * step;
    });
    // This picture contains only one period of the slope, because the step back to black would
    // count as an edge.
    const left = { width: 25, height: 1, rgb: rgb.subarray(0, 75) };
    const wide = { width: 100, height: 1, rgb: new Uint8Array(300).fill(24 * step) };
    wide.rgb.set(left.rgb);
    const [piece] = piecesOf(wide, { top: 0, rows: 1, reach: 0 });
    expect(piece?.isFlat).toBe(isFlat);
  });

  it('handles a picture of one pixel', () => {
    const pieces = piecesOf(grey(1, 1), { top: 0, rows: 1, reach: 6 });
    expect(pieces).toEqual([{ left: 0, width: 1, isFlat: false }]);
  });
});
