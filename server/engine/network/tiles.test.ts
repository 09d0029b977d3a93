import { describe, expect, it } from 'vitest';
import { mirrored, planTiles, squareTiles } from './tiles.ts';

describe('planTiles', () => {
  it('covers a small picture with one tile', () => {
    const whole = { width: 200, height: 100, lefts: [0], tops: [0] };
    expect(planTiles({ width: 200, height: 100 }, 100_000, 10)).toEqual(whole);
  });

  it.each([
    [451, 300, 97_000],
    [6000, 4000, 97_000],
    [40_000, 30, 97_000],
    [30, 40_000, 97_000],
    [1, 1, 3000],
  ])('covers %i × %i with equal tiles within the area', (width, height, area) => {
    const grid = planTiles({ width, height }, area, 10);
    expect((grid.width + 20) * (grid.height + 20)).toBeLessThanOrEqual(area);
    expect((grid.lefts.at(-1) ?? 0) + grid.width).toBeGreaterThanOrEqual(width);
    expect((grid.tops.at(-1) ?? 0) + grid.height).toBeGreaterThanOrEqual(height);
    expect(grid.lefts.at(-1)).toBeLessThan(width);
    expect(grid.tops.at(-1)).toBeLessThan(height);
  });

  it('computes few pixels twice', () => {
    const { lefts, tops, width, height } = planTiles({ width: 4000, height: 3000 }, 97_000, 10);
    const work = lefts.length * tops.length * (width + 20) * (height + 20);
    expect(work / 12e6).toBeLessThan(1.18);
  });

  it('refuses margins that leave no result', () => {
    expect(() => planTiles({ width: 100, height: 100 }, 400, 10)).toThrow('too small');
  });
});

describe('squareTiles', () => {
  it('uses one tile size for every picture', () => {
    const grid = { width: 24, height: 24, lefts: [0, 24, 48], tops: [0] };
    expect(squareTiles({ width: 50, height: 9 }, 32, 4)).toEqual(grid);
  });
});

describe('mirrored', () => {
  it('folds at both ends without repeating the edge', () => {
    expect([...mirrored(-2, 8, 4)]).toEqual([2, 1, 0, 1, 2, 3, 2, 1]);
  });

  it('folds as often as a small picture needs', () => {
    expect([...mirrored(-3, 7, 2)]).toEqual([1, 0, 1, 0, 1, 0, 1]);
    expect([...mirrored(-3, 5, 1)]).toEqual([0, 0, 0, 0, 0]);
  });
});
