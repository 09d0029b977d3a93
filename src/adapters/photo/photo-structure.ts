/** Facts about an image that its bytes reveal without decoding. */
export type PhotoStructure = {
  /** size in pixels as stored, before any rotation; null if the header does not contain the size */
  size: { width: number; height: number } | null;
  animated: boolean;
  /** true if the file ends before its image ends */
  truncated: boolean;
};

const avifHeadBytes = 65_536;
/** the box type `ispe`, which contains the size of an AVIF picture */
const sizeTag = 0x69737065;

const unknown: PhotoStructure = { size: null, animated: false, truncated: false };

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const tagAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

function readPng(bytes: Uint8Array): PhotoStructure {
  if (bytes.length < 33) return { ...unknown, truncated: true };
  const view = viewOf(bytes);
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  let animated = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const tag = tagAt(bytes, at + 4);
    if (tag === 'IEND') return { size, animated, truncated: false };
    if (tag === 'acTL') animated = true;
    at += 12 + view.getUint32(at);
  }
  return { size, animated, truncated: true };
}

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Reads only the header of a JPEG. The server decodes the scan data and finds missing parts. A
 * missing end marker is not an error, because every viewer opens such a file.
 */
function readJpeg(bytes: Uint8Array): PhotoStructure {
  const view = viewOf(bytes);
  let size: PhotoStructure['size'] = null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return { ...unknown, size };
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker) && at + 9 <= bytes.length) {
      size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    if (marker === 0xda) return { size, animated: false, truncated: false };
    at += 2 + view.getUint16(at + 2);
  }
  return { size, animated: false, truncated: true };
}

/**
 * Skips a chain of sub-blocks. Each sub-block starts with its length, and the length 0 ends the
 * chain.
 */
function skipSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at]; length; length = bytes[at]) at += 1 + length;
  return at + 1;
}

const colourTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function readGif(bytes: Uint8Array): PhotoStructure {
  if (bytes.length < 13) return { ...unknown, truncated: true };
  const view = viewOf(bytes);
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let frames = 0;
  for (let at = 13 + colourTableBytes(bytes[10] ?? 0); at < bytes.length; ) {
    const kind = bytes[at];
    if (kind === 0x3b) return { size, animated: frames > 1, truncated: frames === 0 };
    if (kind === 0x21) at = skipSubBlocks(bytes, at + 2);
    else if (kind === 0x2c) {
      frames += 1;
      at = skipSubBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9] ?? 0));
    } else break;
  }
  /* decoders show a GIF without an end marker if at least one picture is complete */
  return { size, animated: frames > 1, truncated: frames === 0 };
}

function webpSize(bytes: Uint8Array): PhotoStructure['size'] {
  const view = viewOf(bytes);
  const kind = tagAt(bytes, 12);
  if (kind === 'VP8X') {
    const read24 = (at: number) => view.getUint16(at, true) | ((bytes[at + 2] ?? 0) << 16);
    return { width: 1 + read24(24), height: 1 + read24(27) };
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function readWebp(bytes: Uint8Array): PhotoStructure {
  if (bytes.length < 30) return { ...unknown, truncated: true };
  const animated = tagAt(bytes, 12) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0;
  const truncated = viewOf(bytes).getUint32(4, true) + 8 > bytes.length + 1;
  return { size: webpSize(bytes), animated, truncated };
}

/**
 * Returns the size of an AVIF picture, the largest one if the header also contains the size of a
 * tile or thumbnail. The size always comes before the pixels.
 */
function avifSize(bytes: Uint8Array): PhotoStructure['size'] {
  const view = viewOf(bytes.subarray(0, avifHeadBytes));
  let size: PhotoStructure['size'] = null;
  for (let at = 4; at + 16 <= view.byteLength; at += 1) {
    if (view.getUint32(at) !== sizeTag) continue;
    const found = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!size || found.width * found.height > size.width * size.height) size = found;
  }
  return size;
}

function readAvif(bytes: Uint8Array): PhotoStructure {
  return { ...unknown, size: avifSize(bytes), animated: tagAt(bytes, 8) === 'avis' };
}

const readers: Record<string, (bytes: Uint8Array) => PhotoStructure> = {
  png: readPng,
  jpg: readJpeg,
  gif: readGif,
  webp: readWebp,
  avif: readAvif,
};

/** True for a JPEG without an end marker, which browsers draw even if a part is missing. */
export function lacksEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 2; at >= 0; at -= 1) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return false;
    // a scan that starts after an end marker shows that the marker belongs to a thumbnail
    if (bytes[at] === 0xff && bytes[at + 1] === 0xda) return true;
  }
  return true;
}

/** Reads the structure of a whole file. */
export function readStructure(format: string, bytes: Uint8Array): PhotoStructure {
  try {
    return readers[format]?.(bytes) ?? unknown;
  } catch (error) {
    if (error instanceof RangeError) return { ...unknown, truncated: true };
    throw error;
  }
}
