import { expect, it } from 'vitest';
import { atRest, middle, panned, withSplit, zoomedTo } from './compare-geometry.ts';
import { changeOfKey } from './compare-keys.ts';

it('keeps the divider inside the stage', () => {
  expect(withSplit(atRest, -20).split).toBe(0);
  expect(withSplit(atRest, 130).split).toBe(100);
});

it('keeps the point under the pointer in place while zooming', () => {
  const spot = { x: 0.25, y: 0.75 };
  const zoomed = zoomedTo(atRest, 4, spot);
  expect(zoomed.x + 0.25 * zoomed.zoom).toBeCloseTo(spot.x);
  expect(zoomed.y + 0.75 * zoomed.zoom).toBeCloseTo(spot.y);
});

it('keeps the point in place while zooming further', () => {
  const spot = { x: 0.25, y: 0.75 };
  const near = zoomedTo(atRest, 2, spot);
  const nearer = zoomedTo(near, 3, spot);
  expect((spot.x - nearer.x) / nearer.zoom).toBeCloseTo((spot.x - near.x) / near.zoom);
  expect((spot.y - nearer.y) / nearer.zoom).toBeCloseTo((spot.y - near.y) / near.zoom);
});

it('zooms between the whole picture and eight times', () => {
  expect(zoomedTo(atRest, 100, middle).zoom).toBe(8);
  expect(zoomedTo(atRest, 0.1, middle).zoom).toBe(1);
});

it('never moves an edge of the picture into the stage', () => {
  const zoomed = zoomedTo(atRest, 2, middle);
  expect(panned(zoomed, 5, 5)).toMatchObject({ x: 0, y: 0 });
  expect(panned(zoomed, -5, -5)).toMatchObject({ x: -1, y: -1 });
  expect(panned(atRest, -1, -1)).toMatchObject({ x: 0, y: 0 });
});

it('shows the whole picture in its original position when zoomed out', () => {
  const zoomed = zoomedTo(atRest, 8, { x: 1, y: 1 });
  expect(zoomedTo(zoomed, 1, middle)).toEqual(atRest);
});

it.each([
  ['ArrowLeft', 48],
  ['ArrowDown', 48],
  ['ArrowRight', 52],
  ['ArrowUp', 52],
  ['PageDown', 40],
  ['PageUp', 60],
  ['Home', 0],
  ['End', 100],
])('moves the divider with %s from 50 to %i', (key, split) => {
  expect(changeOfKey(key, false)?.(atRest)).toEqual({ ...atRest, split });
});

it.each([
  ['ArrowLeft', 0.1, 0],
  ['ArrowRight', -0.1, 0],
  ['ArrowUp', 0, 0.1],
  ['ArrowDown', 0, -0.1],
])('moves a zoomed picture with Shift and %s, and not the divider', (key, dx, dy) => {
  const zoomed = zoomedTo(atRest, 4, middle);
  const moved = { ...zoomed, x: zoomed.x + dx, y: zoomed.y + dy };
  expect(changeOfKey(key, true)?.(zoomed)).toEqual(moved);
});

it.each([
  ['+', 3],
  ['=', 3],
  ['-', 2 / 1.5],
  ['0', 1],
])('zooms from 2 with %s to %d and leaves the divider alone', (key, zoom) => {
  const zoomed = zoomedTo({ ...atRest, split: 30 }, 2, middle);
  const next = changeOfKey(key, false)?.(zoomed);
  expect(next?.zoom).toBeCloseTo(zoom);
  expect(next?.split).toBe(30);
});

it('ignores other keys', () => {
  expect(changeOfKey('Tab', false)).toBeUndefined();
});
