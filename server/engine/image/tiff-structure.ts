import { EngineError } from '../engine.port.ts';
import { Bytes } from './bytes.ts';
import { type Directory, directoriesOf, type SampleFacts, tags } from './tiff-directory.ts';

interface TiffStructure extends SampleFacts {
  isComplete: boolean;
  /** a copy with only the picture's directory, without tags that decoders may refuse */
  bytes: Uint8Array;
}

const rawTags = [50_706, 50_721];
/**
 * Codes of the compressions that the image library supports: none, CCITT (3 codes), LZW, JPEG,
 * deflate (2), PackBits, WebP.
 */
const packings = [1, 2, 3, 4, 5, 7, 8, 32_946, 32_773, 50_001];
/**
 * Number of colour samples per pixel, by photometric kind: grey (2 kinds), RGB, palette, CMYK,
 * YCbCr, Lab (2 kinds).
 */
const samplesByColours: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 3,
  3: 1,
  5: 4,
  6: 3,
  8: 3,
  9: 3,
};

/** Limit of a 16-bit number, in which TIFF stores the samples per pixel. */
const mostSamples = 65_535;

/**
 * Reads the directories of a TIFF. This is necessary because libtiff reports most faults only as
 * warnings and returns black pixels, and because the image library treats every fourth channel as
 * transparency.
 */
export function readTiffStructure(file: Uint8Array): TiffStructure {
  const bytes = new Bytes(file, file[0] === 0x49);
  const directories = directoriesOf(bytes);
  const [first] = directories;
  if (!first) return { isComplete: false, bytes: file, ...plain };
  if (rawTags.some((tag) => first.has(tag)))
    throw unsupported('The file contains raw data of a camera');
  const pages = directories.filter((directory) => !directory.isSmallCopy);
  if (pages.length > 1)
    throw new EngineError(
      'several_pages',
      `The file has ${pages.length} pages; only one is allowed`,
    );
  const page = pages[0];
  // Raw files of cameras have a thumbnail in the first directory. Only special programs find the
  // picture.
  if (!page) throw unsupported('The file contains only a thumbnail');
  const facts = factsOf(page);
  return { isComplete: dataEnd(page) <= file.length, bytes: page.alone(file, facts), ...facts };
}

const plain: SampleFacts = { extras: 0, alphaAt: -1, lab: null };

function unsupported(what: string): EngineError {
  return new EngineError('unsupported_encoding', what);
}

function factsOf(page: Directory): SampleFacts {
  const packing = page.number(tags.packing, 1);
  if (!packings.includes(packing)) throw unsupported(`The compression ${packing} is not supported`);
  const colours = page.number(tags.colours, -1);
  const samples = page.number(tags.samples, 1);
  const wanted = samplesByColours[colours];
  if (samples > mostSamples)
    throw unsupported(
      `The picture has ${samples} samples per pixel; at most ${mostSamples} are supported`,
    );
  if (wanted === undefined || samples < wanted)
    throw unsupported(
      `The colour space ${colours} with ${samples} samples per pixel is not supported`,
    );
  if (colours === 5 && page.number(tags.inks, 1) !== 1)
    throw unsupported('Inks other than CMYK are not supported');
  const bits = page.number(tags.bits, 1);
  const numbers = page.number(tags.numbers, 1);
  // Accepts unsigned integers (1) and numbers of undefined type (4), which are read as unsigned.
  if (numbers !== 1 && numbers !== 4)
    throw unsupported(`The sample format ${numbers} is not supported`);
  if (![1, 2, 4, 8, 16].includes(bits))
    throw unsupported(`${bits} bits per sample are not supported`);
  // Extra samples of kinds 1 and 2 are transparency.
  const isAlpha = page.numbers(tags.extras, samples).map((kind) => kind === 1 || kind === 2);
  const facts = { extras: samples - wanted, alphaAt: isAlpha.indexOf(true) };
  if (colours !== 8 && colours !== 9) return { ...facts, lab: null };
  if (bits !== 8 && bits !== 16)
    throw unsupported(`Lab colours with ${bits} bits per sample are not supported`);
  return { ...facts, lab: { isShifted: colours === 9, bits } };
}

/**
 * Returns the offset at which the last strip or tile ends. Throws if a strip or tile is missing.
 */
function dataEnd(page: Directory): number {
  const tiled = page.has(tags.tileOffsets);
  const wanted = partsOf(page, tiled);
  const offsets = page.numbers(tiled ? tags.tileOffsets : tags.stripOffsets, wanted);
  const sizes = page.numbers(tiled ? tags.tileBytes : tags.stripBytes, wanted);
  const isWhole = offsets.length >= wanted && (sizes.length >= wanted || sizes.length === 0);
  if (!isWhole || offsets.includes(0) || sizes.includes(0)) {
    throw new EngineError('image_damaged', `The picture has fewer than ${wanted} strips or tiles`);
  }
  return offsets.reduce((end, offset, index) => Math.max(end, offset + (sizes[index] ?? 0)), 0);
}

function partsOf(page: Directory, tiled: boolean): number {
  const height = page.number(tags.height, 0);
  const layers = page.number(tags.planar, 1) === 2 ? page.number(tags.samples, 1) : 1;
  if (!tiled) {
    const rows = Math.max(1, Math.min(height, page.number(tags.rowsPerStrip, height)));
    return layers * Math.ceil(height / rows);
  }
  const across = Math.ceil(page.number(tags.width, 0) / page.number(tags.tileWidth, 1));
  return layers * across * Math.ceil(height / page.number(tags.tileHeight, 1));
}
