import { isEnlarged } from '../../../../machines/model/forecast.ts';
import { estimateNoise } from '../../noise/estimate.ts';
import { estimateBlocks } from '../../noise/estimate-blocks.ts';
import { measureSoftness, measureTone } from '../../tone/measure.ts';
import type { NeedsFinder } from '../function.ts';
import { better } from './manifest.ts';

/**
 * Errors in grey levels from which noise and blocks are removed. Texture looks like weaker noise,
 * and blocks of a JPEG with a quality above 85 are weaker.
 */
const leastNoise = 3.5;
const leastBlocks = 2.4;
/** From these values on, the repair is visible. */
const leastTone = 0.3;
const leastSoftness = 0.7;

export type Part = (typeof better.options)[number]['name'];

/** Returns the names of the options that the photo needs. */
export const needs: NeedsFinder<Part> = async ({ overview, tiles, ...size }) => {
  const tone = await measureTone(overview);
  const found: Record<Part, boolean> = {
    noise: estimateNoise(tiles).sigma >= leastNoise,
    blocks: estimateBlocks(tiles) >= leastBlocks,
    light: tone.dark >= leastTone,
    contrast: tone.fog >= leastTone,
    sharpness: measureSoftness(tiles, tone) >= leastSoftness,
    size: isEnlarged(size, better),
  };
  return better.options.map(({ name }) => name).filter((name) => found[name]);
};
