import { EngineError } from '../engine.port.ts';
import type { Bytes } from './bytes.ts';

/** Encoding of Lab numbers, which the image library would misread. */
export interface LabEncoding {
  /** ICC encoding, which shifts both colour axes to positive numbers */
  isShifted: boolean;
  bits: 8 | 16;
}

/** What the samples of a pixel mean. */
export interface SampleFacts {
  /**
   * number of samples per pixel besides the colour; `alphaAt` is the index of transparency among
   * them, or -1
   */
  extras: number;
  alphaAt: number;
  lab: LabEncoding | null;
}

export const tags = {
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

const sizeOfType: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4 };

interface Entry {
  type: number;
  count: number;
  entryAt: number;
  /** offset of the entry's values */
  at: number;
}

export class Directory {
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
  alone(file: Uint8Array, { extras, lab }: SampleFacts): Uint8Array {
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

export function directoriesOf(bytes: Bytes): Directory[] {
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
