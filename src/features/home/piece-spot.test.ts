import { expect, it } from 'vitest';
import { frameAt, middleOf } from '../../../machines/model/piece-frame.ts';
import { gripOf, placeOf, spotAfterKey, spotAt, spotOf } from './piece-spot.ts';

const frame = { left: 0.3, top: 0.6, width: 0.5, height: 0.2 };
const photo = { left: 10, top: 20, width: 100, height: 80 };
const drawn = { left: 30, top: 40, width: 20, height: 20 };
const now = { x: 0.1, y: 0.2 };
const at = (clientX: number, clientY: number) => ({ clientX, clientY });
const arrow = (key: string, shiftKey = false) => ({ key, shiftKey });

it('converts a frame to its spot and back', () => {
  expect(spotOf(frame)).toEqual({ x: 0.6, y: expect.closeTo(0.75) });
  const middle = placeOf(spotOf(frame), frame);
  expect(middle).toEqual({ x: expect.closeTo(0.55), y: expect.closeTo(0.7) });
  const back = frameAt(middle, { side: 100, width: 200, height: 500 });
  expect(middleOf(back).x).toBeCloseTo(middle.x);
});

it('moves the middle of the drawn frame to the point, but not beyond the photo', () => {
  expect(spotAt(at(60, 60), { photo, drawn, now })).toEqual({ x: 0.5, y: 0.5 });
  expect(spotAt(at(500, -500), { photo, drawn, now })).toEqual({ x: 1, y: 0 });
});

it('keeps the spot in a direction in which the drawn frame fills the photo', () => {
  const strip = { ...photo, height: 20 };
  expect(spotAt(at(60, 60), { photo: strip, drawn, now })).toEqual({ x: 0.5, y: 0.2 });
});

it('holds the frame where it is pressed, and its middle when the photo beside it is pressed', () => {
  expect(gripOf(at(32, 55), drawn)).toEqual({ x: -8, y: 5, isOn: true });
  expect(gripOf(at(51, 55), drawn)).toEqual({ x: 0, y: 0, isOn: false });
});

it('moves by a quarter of the frame, with Shift by the whole frame, and stays inside', () => {
  const spot = { x: 0.5, y: 0.5 };
  expect(spotAfterKey(spot, frame, arrow('ArrowRight'))).toEqual({ x: 0.75, y: 0.5 });
  expect(spotAfterKey(spot, frame, arrow('ArrowUp'))?.y).toBeCloseTo(0.4375);
  expect(spotAfterKey(spot, frame, arrow('ArrowLeft', true))).toEqual({ x: 0, y: 0.5 });
  expect(spotAfterKey(spot, frame, arrow('Enter'))).toBeNull();
});

it('moves a tiny frame by a step that can be seen', () => {
  const tiny = { ...frame, width: 0.01, height: 1 };
  expect(spotAfterKey({ x: 0, y: 0 }, tiny, arrow('ArrowRight'))).toEqual({ x: 0.02, y: 0 });
});
