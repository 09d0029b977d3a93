import { expect, it } from 'vitest';
import { withoutSpecks } from './islands.ts';

const width = 60;

/** Returns a mask. `draw` decides which pixels belong to the object. */
function maskOf(draw: (x: number, y: number) => boolean) {
  const values = new Float32Array(width * width);
  for (let at = 0; at < values.length; at += 1) {
    values[at] = draw(at % width, Math.floor(at / width)) ? 1 : 0;
  }
  return { width, height: width, values };
}

const inBox = (x: number, y: number, left: number, top: number, side: number) =>
  x >= left && x < left + side && y >= top && y < top + side;

const body = (x: number, y: number) => inBox(x, y, 5, 5, 40);

it('removes specks beside the object and closes small holes in it', () => {
  const hole = (x: number, y: number) => inBox(x, y, 20, 20, 1);
  const speck = (x: number, y: number) => inBox(x, y, 52, 52, 4);
  const cleaned = withoutSpecks(maskOf((x, y) => (body(x, y) && !hole(x, y)) || speck(x, y)));
  expect(cleaned).toEqual(maskOf(body));
});

it('keeps a second object, and a hole as large as that of a handle', () => {
  const handle = (x: number, y: number) => inBox(x, y, 20, 20, 6);
  const second = (x: number, y: number) => inBox(x, y, 50, 10, 8);
  const mask = maskOf((x, y) => (body(x, y) && !handle(x, y)) || second(x, y));
  expect(withoutSpecks(mask)).toEqual(mask);
});
