import { beforeAll, describe, expect, it } from 'vitest';
import { degradations, degraded, photos } from '../../testing/degraded.ts';
import { preparedModels } from '../../testing/pictures.ts';
import { type Picture, psnr, ssim } from '../../testing/quality.ts';
import { runBody } from '../../testing/run-body.ts';

let modelsDir = '';

beforeAll(async () => {
  modelsDir = await preparedModels();
});

const enhanced = (picture: Picture, strength?: number) =>
  runBody(modelsDir, 'enhance', picture, strength === undefined ? {} : { strength });

/**
 * Returns the share of pixels without structure: a channel is almost white, or all channels are
 * almost black.
 */
function clipped({ rgb }: Picture): number {
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    const most = Math.max(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0);
    if (most <= 2 || most >= 253) count += 1;
  }
  return (3 * count) / rgb.length;
}

const poor = degradations.filter(({ name }) => name !== 'clean');
const [clean] = degradations.filter(({ name }) => name === 'clean');
if (!clean) throw new Error('Expected a clean row');

/**
 * PSNR in decibels above which two pictures cannot be distinguished. A clean photo is its own
 * original, so the PSNR of the unchanged photo is infinite.
 */
const indistinguishable = 50;

describe.each(photos)('the enhanced %s', (photo) => {
  it.each(poor)('is closer to the original than the photo: $name (R71)', async (row) => {
    const { original, input } = await degraded(photo, row);
    const before = { psnr: psnr(input, original), ssim: ssim(original, input) };
    let last = before;
    for (const strength of [10, 30, 50]) {
      const result = await enhanced(input, strength);
      const now = { psnr: psnr(result, original), ssim: ssim(original, result) };
      expect(now.psnr, `PSNR at ${strength} %`).toBeGreaterThanOrEqual(last.psnr);
      expect(now.ssim, `SSIM at ${strength} %`).toBeGreaterThanOrEqual(last.ssim);
      expect(clipped(result)).toBeLessThanOrEqual(clipped(input) + 0.001);
      last = now;
    }
    // In a blurred photo with very steep edges, the blur is not detected.
    if (row.name !== 'soft') expect(last.ssim).toBeGreaterThan(before.ssim);
    // Above the usual strength, a result has more light and colour than the scene, so it may differ
    // more from the original.
    const strongest = await enhanced(input, 100);
    expect(ssim(original, strongest)).toBeGreaterThan(before.ssim - 0.01);
    expect(clipped(strongest)).toBeLessThanOrEqual(clipped(input) + 0.001);
  });

  it('is almost the photo if that lacks nothing, and differs visibly on request', async () => {
    const { original } = await degraded(photo, clean);
    const usual = await enhanced(original);
    expect(psnr(usual, original)).toBeGreaterThan(indistinguishable - 0.1);
    expect(ssim(original, usual)).toBeGreaterThan(0.995);
    expect(clipped(usual)).toBeLessThanOrEqual(clipped(original) + 0.001);
    const strongest = await enhanced(original, 100);
    expect(psnr(strongest, original)).toBeLessThan(44);
    expect(ssim(original, strongest)).toBeGreaterThan(0.98);
  });
});
