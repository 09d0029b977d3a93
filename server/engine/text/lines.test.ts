import { describe, expect, it } from 'vitest';
import { linesIn } from './lines.ts';
import { cornersOf, smallestBox, type TiltedBox } from './tilted-box.ts';

/** Draws the cores of lines on a map. */
function mapOf(cores: readonly TiltedBox[], value = 255) {
  const [width, height] = [200, 120];
  const values = new Uint8Array(width * height);
  for (let at = 0; at < values.length; at += 1) {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    const isInside = cores.some(({ centre, width: long, height: high, angle }) => {
      const along = (x - centre.x) * Math.cos(angle) + (y - centre.y) * Math.sin(angle);
      const across = (y - centre.y) * Math.cos(angle) - (x - centre.x) * Math.sin(angle);
      return Math.abs(along) <= long / 2 && Math.abs(across) <= high / 2;
    });
    if (isInside) values[at] = value;
  }
  return { width, height, values };
}

const level = { centre: { x: 60, y: 30 }, width: 80, height: 10, angle: 0 };
const steep = { centre: { x: 140, y: 70 }, width: 60, height: 8, angle: 0.6 };

describe('linesIn', () => {
  it('returns each line with its direction, larger than its core', () => {
    const lines = linesIn(mapOf([level, steep]));
    expect(lines).toHaveLength(2);
    for (const [index, core] of [level, steep].entries()) {
      const line = lines[index];
      if (!line) throw new Error('A line is missing');
      const more = (1.5 * core.width * core.height) / (core.width + core.height);
      const sides = [line.width, line.height].toSorted((a, b) => b - a);
      expect(Math.abs((sides[0] ?? 0) - core.width - more)).toBeLessThan(3);
      expect(Math.abs((sides[1] ?? 0) - core.height - more)).toBeLessThan(3);
      expect(Math.hypot(line.centre.x - core.centre.x, line.centre.y - core.centre.y)).toBeLessThan(
        1,
      );
      // a quarter turn exchanges the sides
      expect(Math.abs(Math.sin(2 * (line.angle - core.angle)))).toBeLessThan(0.1);
    }
  });

  it.each([
    ['faint', mapOf([level], 120)],
    ['thin', mapOf([{ ...level, height: 2 }])],
    ['empty', mapOf([])],
  ])('returns nothing for a map that is %s', (_, map) => {
    expect(linesIn(map)).toEqual([]);
  });
});

describe('smallestBox', () => {
  it('returns the rectangle of tilted corners', () => {
    const box = smallestBox(cornersOf(steep));
    expect([box.width, box.height].toSorted((a, b) => b - a)).toEqual([
      expect.closeTo(60),
      expect.closeTo(8),
    ]);
    expect(box.centre).toEqual({ x: expect.closeTo(140), y: expect.closeTo(70) });
  });
});
