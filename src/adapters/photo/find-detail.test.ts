import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, it, test } from 'vitest';
import { findDetail } from './find-detail.ts';

/** Returns a picture with one grey value per pixel. */
function picture(width: number, height: number, greyAt: (x: number, y: number) => number) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const grey = greyAt(pixel % width, Math.floor(pixel / width));
    data.set([grey, grey, grey, 255], pixel * 4);
  }
  return { width, height, data };
}

const chequered = (x: number, y: number) => ((x + y) % 2) * 200;
const window = { width: 40, height: 40 };

test('chooses fine detail, not a slow gradient', () => {
  const isRoof = (x: number, y: number) => x >= 180 && x < 240 && y >= 140 && y < 190;
  const photo = picture(320, 240, (x, y) => (isRoof(x, y) ? chequered(x, y) : 150 + y / 4));
  const { x, y } = findDetail(photo, window);
  expect(x * 320).toBeGreaterThanOrEqual(200);
  expect(x * 320).toBeLessThanOrEqual(220);
  expect(y * 240).toBeGreaterThanOrEqual(160);
  expect(y * 240).toBeLessThanOrEqual(170);
});

test('chooses the place nearer to the centre if two have the same detail', () => {
  const isIn = (x: number, left: number) => x >= left && x < left + 40;
  const photo = picture(320, 240, (x, y) =>
    y >= 100 && y < 140 && (isIn(x, 0) || isIn(x, 190)) ? chequered(x, y) : 100,
  );
  expect(findDetail(photo, window).x * 320).toBeCloseTo(210, -1);
});

test('finds detail at the edge if there is no other', () => {
  const photo = picture(320, 240, (x, y) => (x < 40 && y < 40 ? chequered(x, y) : 100));
  const { x, y } = findDetail(photo, window);
  expect(x * 320).toBeLessThan(45);
  expect(y * 240).toBeLessThan(45);
});

it.each([
  ['of one colour', 320, 240],
  ['smaller than the square', 20, 12],
  ['of one pixel', 1, 1],
  ['of one row', 300, 1],
])('chooses the centre of a photo %s', (_, width, height) => {
  expect(
    findDetail(
      picture(width, height, () => 90),
      window,
    ),
  ).toEqual({ x: 0.5, y: 0.5 });
});

test('finds a place for a window of less than a pixel, as in a huge photo', () => {
  const photo = picture(50, 40, (x, y) => (x === 30 && y === 20 ? 255 : 0));
  const { x, y } = findDetail(photo, { width: 0.3, height: 0.3 });
  expect([Math.floor(x * 50), Math.floor(y * 40)]).toEqual([30, 20]);
});

/** Returns where the preview of a sample photo is, with the sizes of `crop-photo.ts`. */
async function placeIn(sample: string) {
  const file = fileURLToPath(new URL(`../../../tests/photos/${sample}`, import.meta.url));
  const photo = sharp(file).ensureAlpha();
  const { width: full } = await photo.metadata();
  const { data, info } = await photo
    .resize(320, 320, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const side = (128 * width) / full;
  return findDetail(
    { width, height, data: Uint8ClampedArray.from(data) },
    { width: side, height: side },
  );
}

test('chooses the face of a person, not a badge on the suit', async () => {
  const { x, y } = await placeIn('astronaut.png');
  expect(x).toBeGreaterThan(0.36);
  expect(x).toBeLessThan(0.52);
  expect(y).toBeGreaterThan(0.12);
  expect(y).toBeLessThan(0.3);
});

test('chooses the spoon, not the table, although wood has the colour of skin', async () => {
  const { x, y } = await placeIn('coffee.png');
  expect(x).toBeGreaterThan(0.5);
  expect(y).toBeGreaterThan(0.5);
});
