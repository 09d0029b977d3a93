import { describe, expect, it } from 'vitest';
import { nameAll, overlapOf, readRegions, writeRegions } from './regions.ts';

const face = { left: 0.12, top: 0.08, width: 0.03, height: 0.04 };
const other = { left: 0.5, top: 0.5, width: 0.25, height: 0.5 };

describe('regions as text', () => {
  it('are the same after writing and reading', () => {
    expect(writeRegions([face, other])).toBe('1200,800,300,400 5000,5000,2500,5000');
    expect(readRegions(writeRegions([face, other]))).toEqual([face, other]);
    expect(readRegions(writeRegions([]))).toEqual([]);
  });

  it('stay within the photo and never become empty', () => {
    const thin = { left: 0.99999, top: 0, width: 0.00001, height: 1 };
    const beyond = { left: 0.9, top: 0.9, width: 0.5, height: 0.5 };
    expect(writeRegions([thin, beyond])).toBe('9999,0,1,10000 9000,9000,1000,1000');
    expect(readRegions(writeRegions([thin, beyond]))).toHaveLength(2);
  });

  it.each([
    ...['1,2,3', '1,2,3,4,5', '1,2,3,4 ', ' 1,2,3,4', '-1,2,3,4', '1.5,2,3,4', 'a,b,c,d'],
    ...['9000,0,1001,1', '0,9000,1,1001', '1,2,0,4', '1,2,3,0', '100000,0,1,1', 7, null, undefined],
  ])('are refused when malformed: %j', (value) => {
    expect(readRegions(value)).toBeNull();
  });
});

describe('nameAll', () => {
  it('leaves out the last regions if there are more than the option may contain', () => {
    expect(nameAll([face, other], 2)).toBe(writeRegions([face, other]));
    expect(nameAll([face, other], 1)).toBe(writeRegions([face]));
  });
});

describe('overlapOf', () => {
  it('is the share of the joined area that both regions cover', () => {
    const shifted = { ...face, left: face.left + face.width / 2 };
    expect(overlapOf(face, face)).toBeCloseTo(1);
    expect(overlapOf(face, shifted)).toBeCloseTo(1 / 3);
    expect(overlapOf(face, other)).toBe(0);
    expect(overlapOf(other, { ...other, left: 0.25 })).toBe(0);
  });
});
