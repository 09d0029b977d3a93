import { describe, expect, it } from 'vitest';
import { type BrushPoint, movedByKey, simplified } from './brush-line.ts';

describe('a simplified stroke', () => {
  const drawn = (points: BrushPoint[], radius = 0.05) =>
    simplified({ adds: true, radius, points }, 1.5).points;

  it('keeps the two ends of a straight line', () => {
    const line = Array.from({ length: 50 }, (_, at): BrushPoint => [at / 50, 0.2 + at / 100]);
    expect(drawn(line)).toEqual([line[0], line[49]]);
  });

  it('keeps corners, and every point of a circle within a fraction of the radius', () => {
    const corner: BrushPoint[] = [
      [0.1, 0.1],
      [0.5, 0.1],
      [0.5, 0.6],
    ];
    expect(drawn(corner)).toEqual(corner);
    const circle = Array.from({ length: 200 }, (_, at): BrushPoint => {
      const angle = (at / 199) * 2 * Math.PI;
      return [0.5 + 0.3 * Math.cos(angle), 0.5 + 0.3 * Math.sin(angle)];
    });
    const kept = drawn(circle);
    expect(kept.length).toBeGreaterThan(8);
    expect(kept.length).toBeLessThan(40);
  });

  it('keeps a single point', () => {
    expect(drawn([[0.3, 0.4]])).toEqual([[0.3, 0.4]]);
  });
});

describe('an arrow key', () => {
  const brush = { radius: 0.1, ratio: 2 };
  const move = (key: string, shiftKey = false, from: BrushPoint = [0.5, 0.5]) =>
    movedByKey(from, { key, shiftKey }, brush);

  it('moves the brush by half of its radius, with shift further', () => {
    expect(move('ArrowRight')).toEqual([0.55, 0.5]);
    expect(move('ArrowUp')).toEqual([0.5, 0.4]);
    expect(move('ArrowLeft', true)).toEqual([0.3, 0.5]);
  });

  it('does not move the brush out of the picture', () => {
    expect(move('ArrowDown', true, [0.5, 0.95])).toEqual([0.5, 1]);
  });

  it('is the only key that moves the brush', () => {
    expect(move('Home')).toBeNull();
  });
});
