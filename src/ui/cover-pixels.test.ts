import { afterEach, expect, it, vi } from 'vitest';
import { type Covering, coverPixels } from './cover-pixels.ts';
import { spanWithin, squaredDistance } from './row-spans.ts';

/*
 * Counts the steps of drawing covers: slow drawing would stop the page. The pixels are tested in
 * tests/unit/hide-preview.test.ts.
 */

vi.mock('./row-spans.ts', { spy: true });

afterEach(() => {
  vi.clearAllMocks();
});

const side = 200;

function draw(change: Partial<Covering>) {
  const picture = { width: side, height: side, data: new Uint8ClampedArray(side * side * 4) };
  return coverPixels(picture, { style: 'blur', covers: [], strokes: [], ...change });
}

it('computes distances to a cover only for the pixels of its soft edge', () => {
  const [radius, edge, count] = [60, 6, 90];
  const points = Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count;
    const share = radius / side;
    return { x: 0.5 + share * Math.cos(angle), y: 0.5 + share * Math.sin(angle) };
  });
  draw({ covers: [{ points, cell: 0.05, softness: edge / side }] });
  const distances = vi
    .mocked(squaredDistance)
    .mock.calls.map(([, x, y]) => Math.hypot(x - side / 2, y - side / 2));
  expect(Math.max(...distances)).toBeLessThan(radius + edge + 1);
  expect(Math.min(...distances)).toBeGreaterThan(radius - 1);
  const edgePixels = Math.PI * ((radius + edge) ** 2 - radius ** 2);
  expect(distances.length / edgePixels).toBeLessThan(count / 4);
});

it('paints a stroke of the brush in whole rows', () => {
  const points = [[0.1, 0.2] as const, [0.9, 0.6] as const, [0.3, 0.9] as const];
  draw({ strokes: [{ adds: true, radius: 0.2, points }] });
  expect(squaredDistance).not.toHaveBeenCalled();
  expect(vi.mocked(spanWithin).mock.calls.length).toBeLessThanOrEqual(points.length * side);
});
