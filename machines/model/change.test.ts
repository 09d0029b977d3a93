import { expect, it } from 'vitest';
import { findChange } from './change.ts';

const size = { width: 240, height: 160 };

/** Returns a picture with one grey value, and optionally one opacity, per pixel. */
function picture(greyAt: (x: number, y: number) => number, opacityAt = (_x: number) => 255) {
  const data = new Uint8ClampedArray(size.width * size.height * 4);
  for (let pixel = 0; pixel < size.width * size.height; pixel += 1) {
    const [x, y] = [pixel % size.width, Math.floor(pixel / size.width)];
    const grey = greyAt(x, y);
    data.set([grey, grey, grey, opacityAt(x)], pixel * 4);
  }
  return { ...size, data };
}

const grey = picture(() => 120);
const within = (value: number, from: number, to: number) => value >= from && value < to;
const chequered = (x: number, y: number) => 120 + ((x + y) % 2 ? 30 : -30);

it('finds nothing in two equal pictures', () => {
  expect(findChange(picture(chequered), picture(chequered))).toBeNull();
});

it('finds the place of fine detail, which the whole picture does not show', () => {
  const found = findChange(
    grey,
    picture((x, y) => (within(x, 140, 180) && within(y, 60, 90) ? chequered(x, y) : 120)),
  );
  expect(within((found?.place.x ?? 0) * size.width, 145, 175)).toBe(true);
  expect(within((found?.place.y ?? 0) * size.height, 65, 85)).toBe(true);
  expect(found?.area).toEqual({ left: found?.place.x, top: found?.place.y, width: 0, height: 0 });
});

it('finds the middle if fine detail has changed all over the picture', () => {
  const { place } = findChange(grey, picture(chequered)) ?? {};
  expect([place?.x, place?.y]).toEqual([expect.closeTo(0.5, 1), expect.closeTo(0.5, 1)]);
});

it('finds the part that shows all changes if they are large and in a part of the picture', () => {
  const isHidden = (x: number, y: number) =>
    (within(x, 60, 90) || within(x, 120, 150)) && within(y, 45, 75);
  const found = findChange(
    grey,
    picture((x, y) => (isHidden(x, y) ? 20 : 120)),
  );
  const { left = 1, top = 1, width = 0, height = 0 } = found?.area ?? {};
  // all of the change, and at most a tile more on each side
  expect(within(left * size.width, 40, 61) && within(top * size.height, 25, 46)).toBe(true);
  expect(within((left + width) * size.width, 150, 171)).toBe(true);
  expect(within((top + height) * size.height, 75, 96)).toBe(true);
});

it.each([
  ['all of it is lighter', picture(() => 126)],
  [
    'most of it is transparent',
    picture(
      () => 120,
      (x) => (x > 60 ? 0 : 255),
    ),
  ],
  ['large changes are spread over it', picture((x) => (within(x, 20, 220) ? 120 : 20))],
  ['the change is hardly visible', picture((x, y) => 120 + ((x + y) % 2))],
])('prefers the whole picture if %s', (_, after) => {
  expect(findChange(grey, after)).toBeNull();
});

it('finds the same change in both directions, and in a mirrored picture at the mirrored place', () => {
  const detail = (x: number, y: number) => (x < 50 && y < 50 ? chequered(x, y) : 120);
  const found = findChange(grey, picture(detail));
  expect(findChange(picture(detail), grey)).toEqual(found);
  const mirrored = findChange(
    grey,
    picture((x, y) => detail(size.width - 1 - x, y)),
  );
  expect(mirrored?.place.x).toBeCloseTo(1 - (found?.place.x ?? 0), 1);
});
