import { expect, it } from 'vitest';
import { atRest, maxZoom, middle, panned, withSplit, zoomedTo } from './compare-geometry.ts';
import { changeOfKey } from './compare-keys.ts';

it('keeps the divider inside the stage', () => {
  expect(withSplit(atRest, -20).split).toBe(0);
  expect(withSplit(atRest, 130).split).toBe(100);
});

it('keeps what lies under the pointer in its place while zooming', () => {
  const spot = { x: 0.25, y: 0.75 };
  const zoomed = zoomedTo(atRest, 4, spot);
  expect(zoomed.x + 0.25 * zoomed.zoom).toBeCloseTo(spot.x);
  expect(zoomed.y + 0.75 * zoomed.zoom).toBeCloseTo(spot.y);
});

it('zooms between the whole picture and eight times', () => {
  expect(zoomedTo(atRest, 100, middle).zoom).toBe(maxZoom);
  expect(zoomedTo(atRest, 0.1, middle).zoom).toBe(1);
});

it('never moves an edge of the picture into the stage', () => {
  const zoomed = zoomedTo(atRest, 2, middle);
  expect(panned(zoomed, 5, 5)).toMatchObject({ x: 0, y: 0 });
  expect(panned(zoomed, -5, -5)).toMatchObject({ x: -1, y: -1 });
  expect(panned(atRest, -1, -1)).toMatchObject({ x: 0, y: 0 });
});

it('shows the whole picture again in its place when zoomed out', () => {
  const zoomed = zoomedTo(atRest, 8, { x: 1, y: 1 });
  expect(zoomedTo(zoomed, 1, middle)).toEqual(atRest);
});

it('moves the picture with Shift and the arrows, and the divider without', () => {
  const zoomed = zoomedTo(atRest, 4, middle);
  expect(changeOfKey('ArrowRight', true)?.(zoomed)).toMatchObject({ split: 50, x: zoomed.x - 0.1 });
  expect(changeOfKey('ArrowRight', false)?.(zoomed)).toMatchObject({ split: 52, x: zoomed.x });
});

it('leaves other keys to the page', () => {
  expect(changeOfKey('Tab', false)).toBeUndefined();
});
