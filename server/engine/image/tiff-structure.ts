import { EngineError } from '../engine.port.ts';
import { Bytes } from './bytes.ts';

/** Encoding of Lab numbers, which the image library would misread. */
export interface LabEncoding {
  /** ICC encoding, which shifts both colour axes to positive numbers */
  isShifted: boolean;
  bits: 8 | 16;
}

interface TiffStructure {
  isComplete: boolean;
  /** a copy with only the picture's directory, without tags that decoders may refuse */
  bytes: Uint8Array;
  /**
   * number of samples per pixel besides the colour; `alphaAt` is the index of transparency among
   * them, or -1
   */
  extras: number;
  alphaAt: number;
  lab: LabEncoding | null;
}

const tags = {
  subfile: 254,
  oldSubfile: 255,
  width: 256,
  height: 257,
  bits: 258,
  packing: 259,
  colours: 262,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planar: 284,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  inks: 332,
  extras: 338,
  numbers: 339,
} as const;

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
const rgb = 2;
/** Tags that describe the compression and meaning of the pixels, in TIFF order. */
const neededTags = [
  256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 284, 292, 293, 317, 320, 322, 323, 324,
  325, 332, 338, 339, 347, 529, 530, 531, 532, 34_675,
];
/**
 * Maximum number of directories. Usual files have about twenty: for the picture, its thumbnail and
 * the levels of its pyramid.
 */
const mostDirectories = 50;
/** Limit for all directories together. Usual directories have about fifty entries. */
const mostEntries = 4000;
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

type Facts = Pick<TiffStructure, 'extras' | 'alphaAt' | 'lab'>;
const plain: Facts = { extras: 0, alphaAt: -1, lab: null };

function unsupported(what: string): EngineError {
  return new EngineError('unsupported_encoding', what);
}

function factsOf(page: Directory): Facts {
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

const sizeOfType: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4 };

interface Entry {
  type: number;
  count: number;
  entryAt: number;
  /** offset of the entry's values */
  at: number;
}

class Directory {
  readonly #bytes: Bytes;
  readonly #entries = new Map<number, Entry>();

  constructor(bytes: Bytes, start: number) {
    this.#bytes = bytes;
    const count = bytes.u16(start);
    for (let index = 0; index < count; index += 1) {
      const at = start + 2 + index * 12;
      const type = bytes.u16(at + 2);
      const values = bytes.u32(at + 4);
      const isInline = values * (sizeOfType[type] ?? 8) <= 4;
      const place = isInline ? at + 8 : bytes.u32(at + 8);
      this.#entries.set(bytes.u16(at), { type, count: values, entryAt: at, at: place });
    }
  }

  /** Returns true for a thumbnail, a pyramid level or a mask. */
  get isSmallCopy(): boolean {
    const kind = this.number(tags.subfile, 0);
    return (kind & 5) !== 0 || this.number(tags.oldSubfile, 1) === 2;
  }

  has(tag: number): boolean {
    return this.#entries.has(tag);
  }

  number(tag: number, otherwise: number): number {
    return this.numbers(tag, 1)[0] ?? otherwise;
  }

  /**
   * Returns the first `most` integers of an entry, or an empty array if its type is not an integer.
   * @throws RangeError if the values lie beyond the end of the file
   */
  numbers(tag: number, most: number): number[] {
    const entry = this.#entries.get(tag);
    const size = sizeOfType[entry?.type ?? 0];
    if (!entry || !size) return [];
    if (entry.at + entry.count * size > this.#bytes.length)
      throw new RangeError(`The values of the tag ${tag} lie beyond the end of the file`);
    return Array.from({ length: Math.min(entry.count, most) }, (_, index) => {
      const at = entry.at + index * size;
      if (size === 1) return this.#bytes.u8(at);
      return size === 2 ? this.#bytes.u16(at) : this.#bytes.u32(at);
    });
  }

  /**
   * Returns a copy of the file with this directory only. Lab numbers are declared as RGB, so that
   * the decoder does not change them.
   */
  alone(file: Uint8Array, { extras, lab }: Facts): Uint8Array {
    const isLittleEndian = file[0] === 0x49;
    const kinds = this.numbers(tags.extras, extras);
    const start = file.length + (file.length % 2);
    const needed = neededTags.filter((tag) => this.has(tag) || (tag === tags.extras && extras > 0));
    const directoryBytes = 6 + needed.length * 12;
    const copy = new Uint8Array(start + directoryBytes + extras * 2);
    copy.set(file);
    const view = new DataView(copy.buffer);
    view.setUint32(4, start, isLittleEndian);
    view.setUint16(start, needed.length, isLittleEndian);
    const short = (at: number, values: readonly number[]) => {
      for (const [index, value] of values.entries()) {
        view.setUint16(at + index * 2, value, isLittleEndian);
      }
    };
    for (const [index, tag] of needed.entries()) {
      const at = start + 2 + index * 12;
      const place = this.#entries.get(tag)?.entryAt ?? 0;
      if (tag !== tags.extras) copy.copyWithin(at, place, place + 12);
      if (tag === tags.colours && lab) short(at + 8, [rgb, 0]);
      if (tag !== tags.extras) continue;
      short(at, [tag, 3]);
      view.setUint32(at + 4, extras, isLittleEndian);
      const values = Array.from({ length: extras }, (_, extra) => kinds[extra] ?? 0);
      if (extras > 2) view.setUint32(at + 8, start + directoryBytes, isLittleEndian);
      short(extras > 2 ? start + directoryBytes : at + 8, values);
    }
    return copy;
  }
}

function directoriesOf(bytes: Bytes): Directory[] {
  const found: Directory[] = [];
  const seen = new Set<number>();
  let entries = 0;
  for (let at = bytes.u32(4); at !== 0 && found.length < mostDirectories; ) {
    if (seen.has(at)) throw new EngineError('image_damaged', 'The directories form a cycle');
    seen.add(at);
    entries += bytes.u16(at);
    if (entries > mostEntries) {
      throw new EngineError('image_too_complex', 'The file has too many directory entries');
    }
    found.push(new Directory(bytes, at));
    at = bytes.u32(at + 2 + bytes.u16(at) * 12);
  }
  return found;
}
