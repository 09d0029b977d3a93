import type { FileFormat } from '../../../contract/functions.ts';
import { EngineError } from '../engine.port.ts';
import { readAvifStructure } from './avif-structure.ts';
import { Bytes } from './bytes.ts';
import { readJpegStructure } from './jpeg-structure.ts';
import type { Colours } from './named-colours.ts';
import { readPngStructure } from './png-structure.ts';
import { type LabEncoding, readTiffStructure } from './tiff-structure.ts';

/** What a file says of itself before a pixel of it is decoded, and what the decoder needs to be told. */
export interface Structure {
  format: FileFormat;
  /** what the decoder reads: the file, or a copy that it understands better */
  bytes: Uint8Array;
  /** the picture ends where the file does */
  isComplete: boolean;
  /** of a JPEG whose end marker was added: to be decoded first, and to be refused if that fails */
  mended: Uint8Array | null;
  /** named by the file without a profile; null if it does not name any */
  colours: Colours | null;
  /** null if the decoder's own words hold */
  samples: Samples | null;
}

/** What the channels of a decoded TIFF mean. */
interface Samples {
  /** channels after those of the colour */
  extras: number;
  /** which of them is transparency; -1: none */
  alphaAt: number;
  lab: LabEncoding | null;
}

/** Throws `EngineError` if the file is of a kind that cannot be read, or ends before its picture. */
export function readStructure(format: FileFormat, file: Uint8Array): Structure {
  const structure = { ...usual(format, file), ...partsOf(format, file) };
  // libgif decides: a file of which only the last byte is missing has its whole picture.
  if (structure.isComplete || format === 'gif') return structure;
  throw new EngineError('image_truncated', 'The file ends before its picture does');
}

function usual(format: FileFormat, bytes: Uint8Array): Structure {
  return {
    format,
    bytes,
    isComplete: true,
    mended: null,
    colours: null,
    samples: null,
  };
}

function partsOf(format: FileFormat, file: Uint8Array): Partial<Structure> {
  try {
    switch (format) {
      case 'jpg':
        return readJpegStructure(file);
      case 'png':
        return readPngStructure(file);
      case 'avif':
        return readAvifStructure(file);
      case 'tiff':
        return tiffParts(file);
      case 'webp':
        return { isComplete: new Bytes(file, true).u32(4) + 8 <= file.length + 1 };
      default:
        return { isComplete: hasGifEnd(file) };
    }
  } catch (error) {
    if (error instanceof RangeError) return { isComplete: false };
    throw error;
  }
}

function tiffParts(file: Uint8Array): Partial<Structure> {
  const { isComplete, bytes, extras, alphaAt, lab } = readTiffStructure(file);
  return { isComplete, bytes, samples: { extras, alphaAt, lab } };
}

const gifEnd = 0x3b;

function hasGifEnd(file: Uint8Array): boolean {
  const bytes = new Bytes(file);
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + tableBytes(bytes.u8(10));
  while (bytes.u8(at) !== gifEnd) {
    const isPicture = bytes.u8(at) === 0x2c;
    at += isPicture ? 11 + tableBytes(bytes.u8(at + 9)) : 2;
    while (bytes.u8(at) !== 0) at += 1 + bytes.u8(at);
    at += 1;
  }
  return true;
}
