import { expect, it } from 'vitest';
import { countPoints, paintsNothing, readStrokes, type Stroke, writeStrokes } from './strokes.ts';

const strokes: Stroke[] = [
  {
    adds: true,
    radius: 0.015,
    points: [
      [0.12, 0.08],
      [1, 0],
    ],
  },
  { adds: false, radius: 0.2, points: [[0.5, 0.5]] },
];
const text = '+150:1200,800,10000,0 -2000:5000,5000';

it('writes strokes as text and reads them again', () => {
  expect(writeStrokes(strokes)).toBe(text);
  expect(readStrokes(text)).toEqual(strokes);
  expect([writeStrokes([]), readStrokes('')]).toEqual(['', []]);
  expect(countPoints(strokes)).toBe(3);
});

it('keeps points inside the photo, and the radius inside its limits', () => {
  const outside: Stroke = { adds: true, radius: 3, points: [[-0.2, 1.4]] };
  expect(writeStrokes([outside])).toBe('+2000:0,10000');
  expect(writeStrokes([{ ...outside, radius: 0 }])).toBe('+10:0,10000');
});

it.each([
  ['no sign', '150:1,2'],
  ['no radius', '+:1,2'],
  ['a radius of zero', '+0:1,2'],
  ['a radius that is too large', '+2001:1,2'],
  ['no point', '+150:'],
  ['half a point', '+150:1,2,3'],
  ['a point outside the photo', '+150:10001,2'],
  ['a fraction', '+150:1.5,2'],
  ['two spaces', '+150:1,2  +150:1,2'],
  ['a number', 150],
  ['nothing', undefined],
])('refuses a value with %s', (_, value) => {
  expect(readStrokes(value)).toBeNull();
});

it.each([
  ['', true],
  ['-150:1,2', true],
  ['-150:1,2 +150:1,2', false],
])('paints nothing without a stroke that adds: %s', (value, isNothing) => {
  expect(paintsNothing(value)).toBe(isNothing);
});
