import { describe, expect, it } from 'vitest';
import { cut, mirrored } from './tiles.ts';

describe('cut', () => {
  it('covers a length with equal pieces', () => {
    expect(cut(512, 288)).toEqual({ core: 256, starts: [0, 256] });
    expect(cut(100, 288)).toEqual({ core: 100, starts: [0] });
    expect(cut(10, 4)).toEqual({ core: 4, starts: [0, 4, 8] });
  });
});

describe('mirrored', () => {
  it('folds at both ends without repeating the edge', () => {
    expect([...mirrored(-2, 8, 4)]).toEqual([2, 1, 0, 1, 2, 3, 2, 1]);
  });

  it('folds as often as a small picture needs', () => {
    expect([...mirrored(-3, 7, 2)]).toEqual([1, 0, 1, 0, 1, 0, 1]);
    expect([...mirrored(-3, 5, 1)]).toEqual([0, 0, 0, 0, 0]);
  });
});
