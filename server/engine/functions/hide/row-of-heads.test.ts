import { describe, expect, it } from 'vitest';
import { outlineOfFace } from '../../faces/outline.ts';
import { isRowOfHeads } from './row-of-heads.ts';

const line = { centre: { x: 258, y: 151 }, width: 322, height: 123, angle: 0 };
const headAt = (left: number, width = 56) =>
  outlineOfFace({ left, top: 132, width, height: width * 1.12 }, null);

describe('isRowOfHeads', () => {
  it('is true for three heads that fill the line', () => {
    const heads = [headAt(117), headAt(223), headAt(327)];
    expect(isRowOfHeads(line, heads)).toBe(true);
    expect(isRowOfHeads({ ...line, width: 123, height: 322, angle: Math.PI / 2 }, heads)).toBe(
      true,
    );
  });

  it.each([
    ['without heads', []],
    ['of letters beside one head', [headAt(117)]],
    ['of letters over a large face', [headAt(200, 130)]],
    ['of letters over small faces', [117, 160, 200, 250, 300].map((left) => headAt(left, 20))],
    ['beside the heads', [450, 550, 650].map((left) => headAt(left))],
  ])('is false for a line %s', (_, heads) => {
    expect(isRowOfHeads(line, heads)).toBe(false);
  });
});
