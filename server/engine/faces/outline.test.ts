import { describe, expect, it } from 'vitest';
import type { Point } from '../text/tilted-box.ts';
import { outlineOfFace } from './outline.ts';

const face = { left: 100, top: 100, width: 80, height: 100 };

/** Draws 68 landmarks in the box: jaw, brows, nose, eyes and mouth, turned around the centre. */
function drawn(angle = 0): Point[] {
  const row = (count: number, from: number, to: number, y: number): Point[] =>
    Array.from({ length: count }, (_, index) => ({
      x: from + ((to - from) * index) / (count - 1),
      y,
    }));
  const jaw = Array.from({ length: 17 }, (_, index) => ({
    x: 140 - 40 * Math.cos((Math.PI * index) / 16),
    y: 130 + 65 * Math.sin((Math.PI * index) / 16),
  }));
  const nose = Array.from({ length: 9 }, (_, index) => ({ x: 140, y: 130 + 4 * index }));
  const upright = [
    ...jaw,
    ...row(10, 110, 170, 118),
    ...nose,
    ...row(12, 115, 165, 130),
    ...row(20, 125, 155, 175),
  ];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return upright.map(({ x, y }) => ({
    x: 140 + (x - 140) * cos - (y - 150) * sin,
    y: 150 + (x - 140) * sin + (y - 150) * cos,
  }));
}

describe('outlineOfFace', () => {
  it('is larger than the detected box, and narrower at the chin, without landmarks', () => {
    const { box, distance } = outlineOfFace(face, null);
    expect(box.left).toBeCloseTo(84, 0);
    expect(box.width).toBeCloseTo(112, 0);
    expect(box.top).toBeCloseTo(70, 0);
    expect(box.height).toBeCloseTo(160, 0);
    expect(distance(95, 110)).toBeLessThan(0);
    expect(distance(95, 190)).toBeGreaterThan(0);
  });

  it('contains the landmarks and half a face of forehead, and ends below the chin', () => {
    const landmarks = drawn();
    const outline = outlineOfFace(face, landmarks);
    for (const { x, y } of landmarks) expect(outline.distance(x, y)).toBeLessThan(-5);
    const forehead = 118 - (195 - 118) / 2;
    expect(outline.distance(140, forehead)).toBeLessThan(0);
    expect(outline.distance(140, 225)).toBeGreaterThan(0);
    expect(outlineOfFace(face, null).distance(140, 225)).toBeLessThan(0);
  });

  it('is tilted as the eyes are', () => {
    const tilt = Math.PI / 6;
    const { distance } = outlineOfFace(face, drawn(tilt));
    const at = (up: number) => distance(140 + up * Math.sin(tilt), 150 - up * Math.cos(tilt));
    expect(at(70)).toBeLessThan(0);
    expect(distance(140, 150 - 80)).toBeGreaterThan(at(80));
  });

  it('contains the ellipse in the detected box, even if the landmarks lie beside it', () => {
    const { distance } = outlineOfFace(
      face,
      drawn().map(({ x, y }) => ({ x: x - 30, y })),
    );
    for (let angle = 0; angle < 2 * Math.PI; angle += 0.1) {
      expect(distance(140 + 38 * Math.cos(angle), 150 + 48 * Math.sin(angle))).toBeLessThan(1);
    }
  });

  it('has corners on its edge', () => {
    for (const landmarks of [null, drawn(0.4)]) {
      const { points, distance } = outlineOfFace(face, landmarks);
      for (const { x, y } of points) expect(distance(x, y)).toBeCloseTo(0);
    }
  });
});
