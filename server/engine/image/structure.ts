import type { FileFormat } from '../../../contract/functions.ts';
import { EngineError } from '../engine.port.ts';
import { readAvifStructure } from './avif-structure.ts';
import { Bytes } from './bytes.ts';
import { readJpegStructure } from './jpeg-structure.ts';
import type { Colours } from './named-colours.ts';
import { readPngStructure } from './png-structure.ts';
import type { LabEncoding } from './tiff-directory.ts';
import { readTiffStructure } from './tiff-structure.ts';

/** Properties of a file that are known before any pixel is decoded, and input for the decoder. */
export interface Structure {
  format: FileFormat;
  /** input of the decoder: the file, or a copy with corrections */
  bytes: Uint8Array;
  /** false if the file is truncated */
  isComplete: boolean;
  /**
   * only for a JPEG whose end marker was added, otherwise null; the file is refused if this copy
   * cannot be decoded
   */
  mended: Uint8Array | null;
  /** colours that the file describes without a profile, or null */
  colours: Colours | null;
  /** meaning of the channels; null if the decoder itself interprets them correctly */
  samples: Samples | null;
}

/** Meaning of the channels in a decoded TIFF. */
interface Samples {
  /** number of channels after the colour channels */
  extras: number;
  /** index of the transparency channel; -1 if there is none */
  alphaAt: number;
  lab: LabEncoding | null;
}

/** @throws EngineError if the file is of an unreadable kind or truncated */
export function readStructure(format: FileFormat, file: Uint8Array): Structure {
  const structure = { ...usual(format, file), ...partsOf(format, file) };
  // For a GIF, libgif decides later, because a GIF without its last byte still has its whole
  // picture.
  if (structure.isComplete || format === 'gif') return structure;
  throw new EngineError('image_truncated', 'The file ends before the end of the picture');
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
