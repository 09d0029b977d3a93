import { describe, expect, it } from 'vitest';
import { sampleFunction } from '../testing/sample-offer.ts';
import { preparationFor, pricedPixels, resultSize, runTime, uploadedSize } from './forecast.ts';
import type { OfferedFunction } from './functions.ts';
import type { Photo } from './photo.ts';
import { startObstacle } from './start-obstacle.ts';

const offered = (changes: Partial<OfferedFunction> = {}): OfferedFunction => {
  const { limits } = sampleFunction('upscale-2x-fast');
  return sampleFunction('upscale-2x-fast', {
    limits: { ...limits, maxPixels: 16e6, maxResultSide: 10_000, maxResultPixels: 40e6 },
    downscaleAllowed: false,
    estimate: null,
    deadlineMs: 60_000,
    ...changes,
  });
};

const photoOf = (width: number, height: number, changes: Partial<Photo> = {}): Photo => ({
  file: { name: 'cat.jpg', size: 1000, type: 'image/jpeg' },
  name: 'cat.jpg',
  format: 'jpg',
  bytes: 1000,
  width,
  height,
  decodable: true,
  problem: null,
  id: 'photo-1',
  thumbnailUrl: null,
  ...changes,
});

describe('the size of a result', () => {
  it("is the photo's size, enlarged", () => {
    expect(resultSize(photoOf(1500, 1000), offered())).toEqual({ width: 3000, height: 2000 });
  });

  it('is based on the uploaded size if the photo may be scaled down', () => {
    const same = offered({ downscaleAllowed: true, output: { kind: 'scaled', scale: 1 } });
    expect(uploadedSize(photoOf(8000, 8000), same)).toEqual({ width: 4000, height: 4000 });
    expect(resultSize(photoOf(8000, 8000), same)).toEqual({ width: 4000, height: 4000 });
  });

  it.each([
    [1000, 1000, {}, 2],
    [1000, 1001, {}, 1],
    [1000, 1000, { size: false }, 1],
    // the result would be longer than a file format allows
    [6000, 100, {}, 1],
  ])(
    'of %i × %i with %o is enlarged %i× by a function that enlarges small photos',
    (width, height, options, scale) => {
      const small = { option: 'size', scale: 2, maxPixels: 1_000_000 };
      const output = { kind: 'scaled', scale: 1, small } as const;
      expect(resultSize(photoOf(width, height), offered({ output }), options)).toEqual({
        width: scale * width,
        height: scale * height,
      });
    },
  );

  it.each([
    [3024, 4032, 3024],
    [640, 480, 1024],
    [9000, 9000, 4096],
  ])('of %i × %i is a square of at most %i if one is cut out', (width, height, side) => {
    const output = { kind: 'square', minSide: 1024, maxSide: 4096 } as const;
    const portrait = offered({ output });
    expect(resultSize(photoOf(width, height), portrait)).toEqual({ width: side, height: side });
  });
});

describe('a photo that is too large for a function that takes a smaller copy', () => {
  const perMegapixel = { per: 'megapixel', lowMs: 1000, highMs: 10_000 } as const;
  const copying = (changes: Partial<OfferedFunction> = {}) =>
    offered({ downscaleAllowed: true, ...changes });
  const phonePhoto = photoOf(4000, 3000);
  const enlarge = (scale: number) => ({ output: { kind: 'scaled', scale } as const });

  it.each([
    ['the pixels that the function accepts', {}, photoOf(8000, 8000), [3162, 3162]],
    ['the pixels of the result', enlarge(4), phonePhoto, [1825, 1369]],
    ['the side of the result', enlarge(1), photoOf(20_000, 400), [10_000, 200]],
    [
      'the time that a run may take',
      { ...enlarge(1), estimate: perMegapixel },
      phonePhoto,
      [2828, 2121],
    ],
  ] as const)('is copied within %s', (_, changes, photo, [width, height]) => {
    const tool = copying(changes);
    expect(uploadedSize(photo, tool)).toEqual({ width, height });
    expect(pricedPixels(photo, tool)).toBe(width * height);
    expect(startObstacle(photo, tool)).toBeNull();
  });

  it('is prepared in exactly the size that was promised', () => {
    const { limits, downscale } = preparationFor(phonePhoto, copying(enlarge(4)));
    const side = Math.floor(4000 * Math.sqrt(limits.maxPixels / 12e6));
    expect({ side, downscale }).toEqual({ side: 1825, downscale: true });
  });

  it('is refused if the copy would be too thin', () => {
    expect(startObstacle(photoOf(60_000, 40), copying())?.reason).toBe('resultTooLarge');
  });

  it('keeps its size if it fits', () => {
    const photo = photoOf(1000, 900);
    expect(uploadedSize(photo, copying({ estimate: perMegapixel }))).toMatchObject({ width: 1000 });
  });
});

describe('the duration of a run', () => {
  const numbers = { lowMs: 1000, highMs: 3000 };

  it('grows with the pixels, or is constant', () => {
    const photo = photoOf(2000, 1000);
    const growing = offered({ estimate: { per: 'megapixel', ...numbers } });
    expect(runTime(photo, growing)).toEqual({ lowMs: 2000, highMs: 6000 });
    expect(runTime(photo, offered({ estimate: { per: 'run', ...numbers } }))).toEqual(numbers);
    expect(runTime(photo, offered())).toBeNull();
  });

  it('is that of the parts that are done: by size, options and what the photo needs (R43)', () => {
    const duration = (ms: number) => ({ lowMs: ms, highMs: 2 * ms });
    const workloads = [
      { options: [], ...duration(100) },
      { options: ['noise', 'blocks'], ...duration(1000) },
      { options: ['size'], ...duration(5000) },
      { options: ['noise', 'blocks', 'size'], ...duration(6000) },
    ];
    const estimate = { per: 'megapixel', ...duration(1000), workloads } as const;
    const better = sampleFunction('better', { estimate });
    const [small, large] = [photoOf(1000, 1000), photoOf(4000, 3000)];
    expect(runTime(small, better)?.lowMs).toBe(6000);
    expect(runTime(small, better, { size: false })?.lowMs).toBe(1000);
    expect(runTime(small, better, {}, ['light', 'size'])?.lowMs).toBe(5000);
    expect(runTime(small, better, { noise: false, size: false }, ['noise', 'light'])?.lowMs).toBe(
      100,
    );
    expect(runTime(large, better)?.lowMs).toBe(12_000);
    expect(runTime(large, better, {}, ['light'])?.lowMs).toBe(1200);
    expect(runTime(large, better, {}, ['blocks'])?.highMs).toBe(24_000);
  });
});

describe('a start', () => {
  const estimate = { per: 'megapixel', lowMs: 10_000, highMs: 30_000 } as const;

  it.each([
    ['a side that no format holds', photoOf(5001, 20), 'resultTooLarge'],
    ['the longest side', photoOf(5000, 20), null],
    ['more pixels than a format holds', photoOf(3200, 3200), 'resultTooLarge'],
    ['as many pixels as it holds', photoOf(4000, 2500), null],
  ] as const)('is refused or not for %s', (_, photo, obstacle) => {
    expect(startObstacle(photo, offered())?.reason ?? null).toBe(obstacle);
  });

  it('is refused for a run that would pass its deadline', () => {
    expect(startObstacle(photoOf(2000, 1000), offered({ estimate }))).toBeNull();
    expect(startObstacle(photoOf(2001, 1000), offered({ estimate }))?.reason).toBe('tooSlow');
  });

  it('is not refused because of unknown numbers', () => {
    const heic = photoOf(0, 0, { decodable: false });
    expect(startObstacle(heic, offered({ estimate }))).toBeNull();
  });
});
