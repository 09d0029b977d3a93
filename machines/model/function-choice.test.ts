import { describe, expect, it } from 'vitest';
import { sampleOffer } from '../testing/sample-offer.ts';
import {
  faceFunctions,
  guestPurse,
  improvements,
  offeredFunction,
  photoOf,
  setupOf,
  unreadablePhoto,
  upscales,
  wholeOffer,
} from '../testing/studio-samples.ts';
import { alternativesTo, cleaningFor, defaultFunction } from './function-choice.ts';

const photos = {
  icon: photoOf(64, 64),
  web: photoOf(600, 400),
  old: photoOf(1600, 1200),
  mid: photoOf(2048, 1536),
  phone: photoOf(4032, 3024),
  camera: photoOf(6000, 4000),
  panorama: photoOf(12_000, 4000),
  unreadable: unreadablePhoto,
};

const offers = {
  product: sampleOffer,
  whole: wholeOffer,
  upscales: setupOf(upscales),
  faces: setupOf(faceFunctions),
  operator: setupOf([offeredFunction('film-look', { group: 'more' })]),
  improving: setupOf(improvements),
  none: setupOf([]),
};

describe('the default function', () => {
  it.each<[keyof typeof photos, left: number | null, keyof typeof offers, string | null]>([
    // the first function of the product
    ['icon', 20, 'product', 'better'],
    ['phone', 20, 'product', 'better'],
    ['camera', 6, 'product', 'better'],
    ['unreadable', null, 'product', 'better'],
    ['phone', 1, 'product', 'enhance'],
    // the first function that is not expensive for the photo
    ['icon', 20, 'whole', 'upscale-2x-fast'],
    ['web', 20, 'whole', 'upscale-2x-fast'],
    ['old', 20, 'whole', 'upscale-2x-fast'],
    ['old', 2, 'whole', 'upscale-2x-fast'],
    // too few credits remain for the enlargement, so the default is a cheaper function
    ['old', 1, 'whole', 'enhance'],
    ['mid', 20, 'whole', 'upscale-2x-fast'],
    // an enlargement of a large photo is expensive
    ['phone', 20, 'whole', 'enhance'],
    ['phone', 13, 'whole', 'enhance'],
    ['phone', 1, 'whole', 'enhance'],
    ['camera', 20, 'whole', 'enhance'],
    ['panorama', 20, 'whole', 'enhance'],
    // no credits remain: the default is the function that needs the fewest of tomorrow's credits
    ['phone', 0, 'whole', 'enhance'],
    ['web', 0, 'whole', 'upscale-2x-fast'],
    ['phone', 0, 'upscales', 'upscale-2x-fast'],
    // the number of remaining credits is unknown
    ['web', null, 'whole', 'upscale-2x-fast'],
    ['phone', null, 'upscales', 'upscale-2x-fast'],
    // only enlargements are offered: the default is an affordable one, otherwise the cheapest
    ['mid', 20, 'upscales', 'upscale-2x-fast'],
    ['phone', 20, 'upscales', 'upscale-2x-fast'],
    ['web', 20, 'improving', 'enhance'],
    ['web', 20, 'faces', 'face-blur'],
    ['web', 20, 'operator', 'film-look'],
    // only a function that works on a smaller copy is affordable
    ['camera', 20, 'upscales', 'upscale-4x-fast'],
    ['panorama', 20, 'upscales', 'upscale-4x-fast'],
    ['web', 20, 'none', null],
  ])(
    'is, for a photo "%s" with %s credits left and the offer "%s", %s',
    (photo, left, offer, code) => {
      const purse = left === null ? null : guestPurse(left);
      const choice = { photo: photos[photo], setup: offers[offer], options: {}, purse };
      expect(defaultFunction(choice, null)).toBe(code);
    },
  );

  it.each([
    ['upscale-4x-fine', photos.web, 20, 'upscale-4x-fine'],
    ['face-blur', photos.phone, 20, 'face-blur'],
    ['upscale-2x-fast', photos.phone, 20, 'upscale-2x-fast'],
    // the chosen function can never start on this photo, or cannot start today
    ['upscale-4x-fine', photos.phone, 20, 'enhance'],
    ['upscale-2x-fast', photos.phone, 12, 'enhance'],
    ['gone', photos.web, 20, 'upscale-2x-fast'],
  ])('is the visitor’s earlier choice, %s, if it can be started', (wanted, photo, left, code) => {
    const choice = { photo, setup: wholeOffer, options: {}, purse: guestPurse(left) };
    expect(defaultFunction(choice, wanted)).toBe(code);
  });
});

describe('the alternatives', () => {
  const instead = (code: string, photo: keyof typeof photos, left: number) =>
    alternativesTo(
      { setup: wholeOffer, photo: photos[photo], options: {}, purse: guestPurse(left) },
      code,
    );

  it('list a faster or smaller function of the same kind first, with its price', () => {
    expect(instead('upscale-2x-fine', 'phone', 20)).toEqual([
      { code: 'upscale-2x-fast', price: { credits: 13, per: 'run' } },
      { code: 'enhance', price: { credits: 1, per: 'run' } },
    ]);
  });

  it('list another kind when the credits are too few', () => {
    const codes = instead('upscale-2x-fast', 'phone', 1).map(({ code }) => code);
    expect(codes).toEqual(['enhance', 'face-blur']);
  });

  it('list their own kind first and functions that may reject the photo last', () => {
    const setup = setupOf([...faceFunctions, ...upscales, ...improvements]);
    const choice = { setup, photo: photos.web, options: {}, purse: guestPurse(20) };
    const codes = alternativesTo(choice, 'denoise').map(({ code }) => code);
    expect(codes[0]).toBe('enhance');
    expect(codes).not.toContain('face-blur');
  });

  it('are empty when nothing can be started', () => {
    expect(instead('enhance', 'phone', 0)).toEqual([]);
  });

  it('never include the function itself', () => {
    expect(instead('enhance', 'web', 20).map(({ code }) => code)).not.toContain('enhance');
  });
});

describe('cleaning at full size', () => {
  const insteadOf = (code: string, photo: keyof typeof photos) =>
    cleaningFor(
      { setup: wholeOffer, photo: photos[photo], options: {}, purse: guestPurse(20) },
      code,
    );

  it('is offered beside an enlargement that works on a smaller copy', () => {
    expect(insteadOf('upscale-4x-fast', 'phone').map(({ code }) => code)).toContain('enhance');
  });

  it('is not offered for a photo that is not scaled down, or beside other functions', () => {
    expect(insteadOf('upscale-4x-fast', 'web')).toEqual([]);
    expect(insteadOf('enhance', 'phone')).toEqual([]);
  });
});
