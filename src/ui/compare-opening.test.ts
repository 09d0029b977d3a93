import { expect, it } from 'vitest';
import { growthIn, openedAt } from './compare-opening.ts';

const spot = (x: number, y: number) => ({
  place: { x, y },
  area: { left: x, top: y, width: 0, height: 0 },
});
const part = (left: number, width: number, x: number) => ({
  place: { x, y: 0.5 },
  area: { left, top: 0.4, width, height: 0.2 },
});

it('shows one pixel per CSS pixel, and the divider through the place in the middle', () => {
  expect(openedAt(spot(0.4, 0.5), 3)).toEqual({
    zoom: 3,
    x: expect.closeTo(-0.7),
    y: -1,
    split: expect.closeTo(50),
    isOpening: true,
  });
});

it.each([
  [1, 3],
  [2, 3],
  [3, 2],
])(
  'magnifies less on a screen with %d pixels per CSS pixel if pixels would be large',
  (ratio, growth) => {
    expect(growthIn(400, 1200, ratio)).toBe(growth);
  },
);

it('stays inside the picture; the divider is at the place, but not at the edge', () => {
  expect(openedAt(spot(0.1, 0.95), 3)).toMatchObject({
    zoom: 3,
    x: expect.closeTo(0),
    y: -2,
    split: expect.closeTo(30),
  });
  expect(openedAt(spot(0.99, 0.5), 3).split).toBe(80);
});

it.each([1, 1.2, 0.5])(
  'shows the whole picture if 100 %% is %d times as large as the stage',
  (growth) => {
    expect(openedAt(spot(0.4, 0.5), growth)).toEqual({ zoom: 1, x: 0, y: 0, split: 40 });
  },
);

it('magnifies at most as far as the visitor can', () => {
  expect(openedAt(spot(0.5, 0.5), 20).zoom).toBe(8);
});

it('shows all of a larger part, with the divider through the place', () => {
  const { zoom, x, split } = openedAt(part(0.2, 0.4, 0.3), 5);
  expect(zoom).toBeCloseTo(0.85 / 0.4);
  expect([0.2 * zoom + x, 0.6 * zoom + x]).toEqual([expect.closeTo(0.075), expect.closeTo(0.925)]);
  expect(split).toBeCloseTo((0.3 * zoom + x) * 100);
});

it('shows the whole picture if the part nearly fills it', () => {
  expect(openedAt(part(0.1, 0.8, 0.3), 5)).toEqual({ zoom: 1, x: 0, y: 0, split: 30 });
});
