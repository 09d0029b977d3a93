import { isEnlarged } from '../../../../machines/model/forecast.ts';
import { detectFaces } from '../../faces/detect.ts';
import type { Box } from '../../faces/look.ts';
import { blockErrorOf } from '../../noise/block-error.ts';
import { estimateNoise } from '../../noise/estimate.ts';
import { type FaceTone, mayBeBacklit, measureFaces } from '../../tone/faces.ts';
import { measureSoftness, measureTone, type ToneMeasures } from '../../tone/measure.ts';
import type { NeedsFinder, Networks, PhotoSurvey } from '../function.ts';
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

type FaceFinder = (picture: ToneMeasures['small']) => Promise<readonly Box[]>;

interface Findings {
  /** names of the options that the photo needs */
  parts: Part[];
  /** number of faces for which a part is done or changed */
  faces: Record<string, number>;
  tone: ToneMeasures;
  faceTone: FaceTone;
}

/** Measures what the photo needs. Faces are searched only if they can change the result. */
export async function examine(
  { overview, tiles, ...size }: PhotoSurvey,
  findFaces: FaceFinder,
): Promise<Findings> {
  const tone = await measureTone(overview);
  const isSoft = measureSoftness(tiles, tone) >= leastSoftness;
  const faces = isSoft || mayBeBacklit(tone) ? await findFaces(tone.small) : [];
  const faceTone = measureFaces(tone, faces);
  const isBacklit = faceTone.backlit >= leastTone;
  const found: Record<Part, boolean> = {
    noise: estimateNoise(tiles).sigma >= leastNoise,
    blocks: blockErrorOf(tiles) >= leastBlocks,
    light: tone.dark >= leastTone || isBacklit,
    contrast: tone.fog >= leastTone,
    sharpness: isSoft,
    size: isEnlarged(size, better),
  };
  return {
    parts: better.options.map(({ name }) => name).filter((name) => found[name]),
    faces: {
      ...(isBacklit && { light: faceTone.count }),
      ...(isSoft && faceTone.count > 0 && { sharpness: faceTone.count }),
    },
    tone,
    faceTone,
  };
}

/** Returns a finder that runs the network of the function. */
export const faceFinder =
  ({ sessions, modelFile, checkpoint }: Networks): FaceFinder =>
  (picture) =>
    detectFaces(picture, { sessions, file: modelFile(better.models[3]) }, checkpoint);

const noFaces: FaceFinder = async () => [];

/** Searches faces only if the photo needs nothing else, because few inspections need the network. */
export const needs: NeedsFinder<Part> = async (survey, networks, isWanted) => {
  const { parts } = await examine(survey, noFaces);
  if (parts.some(isWanted)) return parts;
  return (await examine(survey, faceFinder(networks))).parts;
};
