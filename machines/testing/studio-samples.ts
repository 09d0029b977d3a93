import type { FunctionCredits, OfferedFunction, Setup } from '../model/functions.ts';
import type { Photo } from '../model/photo.ts';
import type { Purse } from '../model/purse.ts';
import type { Allowance } from '../model/user.ts';

/* Photos, allowances and a setup of realistic size, for tests of the default function. */

export const resetsAt = '2026-11-21T00:00:00.000Z';

export const allowanceWith = (left: number, limit = 20): Allowance => ({
  limit,
  used: limit - left,
  resetsAt,
});

/** Returns the usable credits of a guest. */
export const guestPurse = (left: number, limit?: number): Purse => ({
  allowance: allowanceWith(left, limit),
  credits: null,
});

export const photoOf = (width: number, height: number, changes: Partial<Photo> = {}): Photo => ({
  id: 'photo-1',
  file: { name: 'cat.jpg', size: 2_000_000, type: 'image/jpeg' },
  name: 'cat.jpg',
  format: 'jpg',
  bytes: 2_000_000,
  width,
  height,
  decodable: true,
  problem: null,
  thumbnailUrl: 'blob:1',
  ...changes,
});

/** A photo that this browser cannot decode. Its size is therefore unknown. */
export const unreadablePhoto = photoOf(0, 0, {
  format: 'tiff',
  decodable: false,
  thumbnailUrl: null,
});

type Changes = Omit<Partial<OfferedFunction>, 'limits'> & {
  limits?: Partial<OfferedFunction['limits']>;
};

export const offeredFunction = (code: string, changes: Changes = {}): OfferedFunction => ({
  code,
  type: 11,
  group: 'improve',
  picture: null,
  output: { kind: 'scaled', scale: 1 },
  options: [],
  preview: null,
  downscaleAllowed: false,
  mayReject: false,
  estimate: null,
  deadlineMs: 3_600_000,
  names: null,
  ...changes,
  limits: {
    maxBytes: 33_554_432,
    maxPixels: 50_000_000,
    minSide: 8,
    formats: ['jpg', 'png', 'tiff'],
    maxResultSide: 65_500,
    maxResultPixels: 1_000_000_000,
    ...changes.limits,
  },
});

const upscale = (scale: number, quality: 'fast' | 'fine', maxPixels: number) =>
  offeredFunction(`upscale-${scale}x-${quality}`, {
    group: 'upscale',
    output: { kind: 'scaled', scale },
    downscaleAllowed: true,
    limits: { maxPixels },
  });

const perRun = (credits: number): FunctionCredits => ({ unit: 1, credits });
const perMegapixel = (credits: number): FunctionCredits => ({ unit: 2, credits });

export const upscales: readonly OfferedFunction[] = [
  upscale(2, 'fast', 25_000_000),
  upscale(2, 'fine', 12_500_000),
  upscale(4, 'fast', 6_300_000),
  upscale(4, 'fine', 6_300_000),
];

export const improvements: readonly OfferedFunction[] = [
  offeredFunction('enhance', { downscaleAllowed: true }),
  offeredFunction('denoise', { downscaleAllowed: true, limits: { maxPixels: 25_000_000 } }),
];

export const faceFunctions: readonly OfferedFunction[] = [
  offeredFunction('face-blur', { group: 'faces', mayReject: true, downscaleAllowed: true }),
];

export const setupOf = (functions: readonly OfferedFunction[]): Setup => ({
  functionCredits: {
    'upscale-2x-fast': perMegapixel(1),
    'upscale-2x-fine': perMegapixel(2),
    'upscale-4x-fast': perMegapixel(2),
    'upscale-4x-fine': perMegapixel(3),
    enhance: perRun(1),
    denoise: perRun(2),
    'face-blur': perRun(1),
    'film-look': perRun(4),
  },
  functions,
  retentionDays: 30,
  welcomeCredits: 20,
});

export const wholeOffer = setupOf([...upscales, ...improvements, ...faceFunctions]);
