import { describe, expect, it } from 'vitest';
import { readRegions, writeRegions } from '../../../machines/model/regions.ts';
import { type Finding, findingsToCover, regionsOf } from './open.ts';

const photo = { width: 800, height: 400 };
const finding = (box: Finding['box'], shows: Finding['shows'] = 'face'): Finding => ({
  shows,
  box,
  outline: {
    box,
    points: [
      { x: box.left, y: box.top },
      { x: box.left + box.width, y: box.top },
      { x: box.left, y: box.top + box.height },
    ],
    distance: () => 0,
    softness: 16,
    cell: 20,
  },
});
const faceAt = (left: number, top = 100) => finding({ left, top, width: 80, height: 100 });
const [left, middle, right] = [faceAt(40), faceAt(360), faceAt(700)];
const faces = [middle, right, left];

const cover = (open: Parameters<typeof regionsOf>[0]) =>
  findingsToCover(faces, regionsOf(open, photo), photo);

describe('regionsOf', () => {
  it('returns findings as shares of the photo, from left to right', () => {
    expect(regionsOf(faces, photo)).toMatchObject([
      { shows: 'face', left: 0.05, top: 0.25, width: expect.closeTo(0.1), height: 0.25 },
      { shows: 'face', left: 0.45, top: 0.25, width: expect.closeTo(0.1), height: 0.25 },
      { shows: 'face', left: 0.875, top: 0.25, width: expect.closeTo(0.1), height: 0.25 },
    ]);
  });

  it('returns the cover with corners that may lie beyond the photo', () => {
    const [beyond] = regionsOf([finding({ left: -40, top: 320, width: 80, height: 100 })], photo);
    expect(beyond?.cover).toEqual({
      points: [
        { x: -0.05, y: 0.8 },
        { x: 0.05, y: 0.8 },
        { x: -0.05, y: 1.05 },
      ],
      cell: 0.025,
      softness: 0.02,
    });
  });

  it('cuts a face off at the edges of the photo', () => {
    const [beyond] = regionsOf(
      [finding({ left: -40, top: 350, width: 80, height: 100 }, 'text')],
      photo,
    );
    expect(beyond).toMatchObject({
      shows: 'text',
      left: 0,
      top: 0.875,
      width: 0.05,
      height: 0.125,
    });
  });
});

describe('findingsToCover', () => {
  it('returns all faces if no region is open', () => {
    expect(cover([])).toEqual(faces);
  });

  it('omits faces that a region opens', () => {
    expect(cover([middle])).toEqual([right, left]);
    expect(cover(faces)).toEqual([]);
  });

  it('omits a face whose region is slightly shifted', () => {
    expect(cover([finding({ left: 350, top: 108, width: 84, height: 96 })])).toEqual([right, left]);
  });

  it.each([
    ['beside every face', { left: 200, top: 100, width: 80, height: 100 }],
    ['much smaller than a face', { left: 380, top: 130, width: 20, height: 20 }],
    ['over the whole photo', { left: 0, top: 0, ...photo }],
  ])('returns all faces if the region is %s', (_, open) => {
    expect(cover([finding(open)])).toEqual(faces);
  });

  it('omits one face per region, the most likely one', () => {
    const near = faceAt(380);
    const crowded = [near, middle];
    expect(findingsToCover(crowded, regionsOf([middle], photo), photo)).toEqual([near]);
    expect(findingsToCover(crowded, regionsOf([middle, near], photo), photo)).toEqual([]);
  });

  it('omits each face of a crowd after its region was written as text', () => {
    const large = { width: 8000, height: 6000 };
    const crowd = Array.from({ length: 400 }, (_, index) =>
      finding({
        left: (index % 20) * 37.3,
        top: Math.floor(index / 20) * 41.7,
        width: 13.4,
        height: 17.9,
      }),
    );
    const open = crowd.filter((_, index) => index % 3 === 0);
    const read = readRegions(writeRegions(regionsOf(open, large))) ?? [];
    expect(findingsToCover(crowd, read, large)).toEqual(
      crowd.filter((face) => !open.includes(face)),
    );
  });
});
