import { describe, expect, it } from 'vitest';
import { interactionDelayOf, layoutShiftOf } from './web-vitals.ts';

const shift = (startTime: number, value: number, hadRecentInput = false) =>
  ({ startTime, value, hadRecentInput }) as never;

const press = (interactionId: number, duration: number) => ({ interactionId, duration }) as never;

describe('the shift of a layout', () => {
  it("is the worst window's shift; a gap of a second or a length of five seconds ends a window", () => {
    expect(layoutShiftOf([])).toBe(0);
    expect(layoutShiftOf([shift(0, 0.1), shift(999, 0.1), shift(1999, 0.15)])).toBeCloseTo(0.2);
    const row = [0, 900, 1800, 2700, 3600, 4500, 5400].map((at) => shift(at, 0.1));
    expect(layoutShiftOf(row)).toBeCloseTo(0.6);
  });

  it('leaves out shifts that the visitor caused', () => {
    expect(layoutShiftOf([shift(0, 0.5, true), shift(10, 0.1)])).toBe(0.1);
  });
});

describe('the delay of interactions', () => {
  it('is the delay of the slowest interaction, ignoring other entries', () => {
    expect(interactionDelayOf([])).toBeNull();
    expect(interactionDelayOf([press(0, 900), press(1, 80), press(1, 120), press(2, 64)])).toBe(
      120,
    );
  });

  it('ignores one outlier per fifty interactions', () => {
    const many = Array.from({ length: 100 }, (_, n) => press(n + 1, n + 1));
    expect(interactionDelayOf(many)).toBe(98);
  });
});
