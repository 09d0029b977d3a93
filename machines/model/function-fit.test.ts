import { describe, expect, it } from 'vitest';
import {
  guestPurse,
  offeredFunction,
  photoOf,
  resetsAt,
  setupOf,
  unreadablePhoto,
  wholeOffer,
} from '../testing/studio-samples.ts';
import { type Choice, fitFunctions, fitOfCode } from './function-fit.ts';

const phonePhoto = photoOf(4032, 3024);
const smallPhoto = photoOf(1200, 800);

const fitOf = (code: string, photo = smallPhoto, left = 20, limit = 20) =>
  fitOfCode({ setup: wholeOffer, photo, options: {}, purse: guestPurse(left, limit) }, code);

const fitAlone = (changes: Parameters<typeof offeredFunction>[1], photo = smallPhoto) =>
  fitOfCode(
    { setup: setupOf([offeredFunction('enhance', changes)]), photo, options: {}, purse: null },
    'enhance',
  );

describe('a function for a photo', () => {
  it('is ready at its price', () => {
    expect(fitOf('upscale-2x-fast')).toEqual({ kind: 'ready', price: { credits: 1, per: 'run' } });
    expect(fitOf('upscale-2x-fast', phonePhoto)).toEqual({
      kind: 'ready',
      price: { credits: 13, per: 'run' },
    });
  });

  it("is ready as long as today's credits just cover it", () => {
    expect(fitOf('upscale-2x-fast', phonePhoto, 13)?.kind).toBe('ready');
    expect(fitOf('upscale-2x-fast', phonePhoto, 12)).toEqual({
      kind: 'blocked',
      reason: 'notEnoughLeft',
      price: { credits: 13, per: 'run' },
      left: 12,
      resetsAt,
    });
  });

  it("is blocked for good when a whole day's allowance is too small", () => {
    const size = photoOf(4000, 3125);
    expect(fitOf('upscale-2x-fine', size, 20)).toEqual({
      kind: 'blocked',
      reason: 'aboveAllowance',
      price: { credits: 26, per: 'run' },
      limit: 20,
    });
    expect(fitOf('upscale-2x-fine', size, 26, 26)?.kind).toBe('ready');
  });

  it('is priced by the uploaded size, after scaling down', () => {
    const setup = setupOf([
      offeredFunction('upscale-2x-fast', {
        downscaleAllowed: true,
        limits: { maxPixels: 4_000_000 },
      }),
    ]);
    expect(
      fitOfCode({ setup, photo: phonePhoto, options: {}, purse: guestPurse(4) }, 'upscale-2x-fast'),
    ).toEqual({ kind: 'ready', price: { credits: 4, per: 'run' } });
  });

  it.each([
    [11, 13, { kind: 'ready' }],
    [11, 12, { reason: 'notEnoughCredits', left: 23, missing: 1 }],
    [0, 0, { reason: 'notEnoughCredits', left: 0, missing: 24 }],
  ])('counts %d free credits and %d of a user together', (free, balance, fit) => {
    const purse = { ...guestPurse(free), credits: { balance, expiresNext: null } };
    const choice = { setup: wholeOffer, photo: photoOf(4000, 3000), options: {}, purse };
    expect(fitOfCode(choice, 'upscale-2x-fine')).toMatchObject(fit);
  });

  it('has no credit obstacle while the allowance is unknown', () => {
    const choice = { setup: wholeOffer, photo: photoOf(4000, 3000), options: {}, purse: null };
    expect(fitOfCode(choice, 'upscale-2x-fine')).toMatchObject({ price: { credits: 24 } });
  });

  it("is priced per megapixel when the photo's size is unknown", () => {
    expect(fitOf('upscale-2x-fine', unreadablePhoto)).toEqual({
      kind: 'ready',
      price: { credits: 2, per: 'megapixel' },
    });
    expect(fitOf('enhance', unreadablePhoto)).toMatchObject({ price: { credits: 1, per: 'run' } });
    expect(fitOf('upscale-2x-fine', unreadablePhoto, 1)).toMatchObject({ reason: 'notEnoughLeft' });
  });

  it('names obstacles that credits cannot remove first', () => {
    const tiny = photoOf(6, 4000);
    expect(fitOf('upscale-4x-fine', tiny, 0)).toEqual({
      kind: 'blocked',
      reason: 'tooSmall',
      minSide: 8,
    });
  });

  it.each([
    ['tooSmall', { limits: { minSide: 801 } }, { minSide: 801 }],
    ['tooManyPixels', { limits: { maxPixels: 900_000 } }, { pixels: 960_000, maxPixels: 900_000 }],
    ['tooManyBytes', { limits: { maxBytes: 1000 } }, { bytes: 2_000_000, maxBytes: 1000 }],
    [
      'resultTooLarge',
      { output: { kind: 'scaled', scale: 4 }, limits: { maxResultSide: 4799 } },
      { width: 4800, height: 3200 },
    ],
    [
      'resultTooLarge',
      { output: { kind: 'scaled', scale: 4 }, limits: { maxResultPixels: 15_000_000 } },
      { width: 4800, height: 3200 },
    ],
    [
      'tooSlow',
      { estimate: { per: 'run', lowMs: 1000, highMs: 60_001 }, deadlineMs: 60_000 },
      { highMs: 60_001, deadlineMs: 60_000 },
    ],
  ] as const)('is blocked with the figures of the reason: %s', (reason, changes, figures) => {
    expect(fitAlone(changes)).toEqual({ kind: 'blocked', reason, ...figures });
  });

  it('is blocked only if the parts that are switched on take too long', () => {
    const duration = (ms: number) => ({ lowMs: ms, highMs: ms });
    const workloads = [
      { options: [], ...duration(1000) },
      { options: ['size'], ...duration(90_000) },
    ];
    const estimate = { per: 'megapixel', ...duration(1000), workloads } as const;
    const better = offeredFunction('better', {
      output: {
        kind: 'scaled',
        scale: 1,
        small: { option: 'size', scale: 2, maxPixels: 1_000_000 },
      },
      estimate,
      deadlineMs: 60_000,
    });
    const fitWith = (options: Choice['options']) =>
      fitOfCode(
        { setup: setupOf([better]), photo: photoOf(1000, 1000), options, purse: null },
        'better',
      );
    expect(fitWith({})).toMatchObject({ reason: 'tooSlow', highMs: 90_000 });
    expect(fitWith({ better: { size: true } })).toMatchObject({ reason: 'tooSlow' });
    expect(fitWith({ better: { size: false } })).toMatchObject({ kind: 'ready' });
  });

  it("accepts a file above its format's pixel limit when the browser can decode it", () => {
    const limits = { maxPixelsByFormat: { avif: 900_000 } };
    const photo = { ...phonePhoto, format: 'avif' };
    expect(fitAlone({ limits }, photo)).toMatchObject({ kind: 'ready' });
  });

  it("is blocked for a file above its format's pixel limit when only the server can decode it", () => {
    const limits = { formats: ['jpg', 'avif'], maxPixelsByFormat: { avif: 900_000 } };
    const avif = { ...unreadablePhoto, format: 'avif', width: 1000, height: 901 };
    expect(fitAlone({ limits }, avif)).toEqual({
      kind: 'blocked',
      reason: 'tooManyPixelsOfFormat',
      format: 'avif',
      pixels: 901_000,
      maxPixels: 900_000,
    });
    expect(fitAlone({ limits }, { ...avif, height: 900 })).toMatchObject({ kind: 'ready' });
    expect(fitAlone({ limits }, { ...avif, format: 'jpg' })).toMatchObject({ kind: 'ready' });
  });

  it('is blocked for a file that neither the browser nor the function can decode', () => {
    const heic = { ...unreadablePhoto, format: 'heic' };
    expect(fitAlone({}, heic)).toEqual({
      kind: 'blocked',
      reason: 'unsupportedFormat',
      formats: ['jpg', 'png', 'tiff'],
    });
    expect(fitAlone({}, { ...unreadablePhoto, format: null })).toMatchObject({ kind: 'blocked' });
  });

  it('is not known when it is not on offer', () => {
    expect(fitOf('film-look')).toBeNull();
  });

  it('keeps the order of the offer', () => {
    const fitted = fitFunctions({ setup: wholeOffer, photo: smallPhoto, options: {}, purse: null });
    expect(fitted.map(({ offered }) => offered.code)).toEqual(
      wholeOffer.functions.map(({ code }) => code),
    );
  });
});
