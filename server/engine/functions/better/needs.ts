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

interface Measures {
  tone: ToneMeasures;
  /** options that the photo needs whether it contains faces or not */
  found: Record<Part, boolean>;
}

interface Findings {
  /** names of the options that the photo needs */
  parts: Part[];
  /** number of faces for which a part is done or changed */
  faces: Record<string, number>;
  tone: ToneMeasures;
  faceTone: FaceTone;
}

async function measure({ overview, tiles, ...size }: PhotoSurvey): Promise<Measures> {
  const tone = await measureTone(overview);
  const found = {
    noise: estimateNoise(tiles).sigma >= leastNoise,
    blocks: blockErrorOf(tiles) >= leastBlocks,
    light: tone.dark >= leastTone,
    contrast: tone.fog >= leastTone,
    sharpness: measureSoftness(tiles, tone) >= leastSoftness,
    size: isEnlarged(size, better),
  };
  return { tone, found };
}

const partsOf = (found: Measures['found']): Part[] =>
  better.options.map(({ name }) => name).filter((name) => found[name]);

/** Adds what depends on faces. Faces are searched only if they can change the result. */
async function withFaces({ tone, found }: Measures, findFaces: FaceFinder): Promise<Findings> {
  const isSoft = found.sharpness;
  const faces = isSoft || mayBeBacklit(tone) ? await findFaces(tone.small) : [];
  const faceTone = measureFaces(tone, faces);
  const isBacklit = faceTone.backlit >= leastTone;
  return {
    parts: partsOf({ ...found, light: found.light || isBacklit }),
    faces: {
      ...(isBacklit && { light: faceTone.count }),
      ...(isSoft && faceTone.count > 0 && { sharpness: faceTone.count }),
    },
    tone,
    faceTone,
  };
}

/** Measures what the photo needs. */
export const examine = async (survey: PhotoSurvey, findFaces: FaceFinder): Promise<Findings> =>
  withFaces(await measure(survey), findFaces);

/** Returns a finder that runs the network of the function. */
export const faceFinder =
  ({ sessions, modelFile, checkpoint }: Networks): FaceFinder =>
  (picture) =>
    detectFaces(picture, { sessions, file: modelFile(better.models[3]) }, checkpoint);

/** Searches faces only if the photo needs nothing else, because few inspections need the network. */
export const needs: NeedsFinder<Part> = async (survey, networks, isWanted) => {
  const measures = await measure(survey);
  const parts = partsOf(measures.found);
  if (parts.some(isWanted)) return parts;
  return (await withFaces(measures, faceFinder(networks))).parts;
};
