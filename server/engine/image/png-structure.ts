import { EngineError } from '../engine.port.ts';
import { fitsProfile, type Primaries } from './build-profile.ts';
import { Bytes } from './bytes.ts';
import { type Colours, coloursBy, coloursOf, gamma, srgbPrimaries } from './named-colours.ts';

/** Upper limit for chunks other than IDAT; usual files have about ten. */
const maxChunks = 4000;
const signatureBytes = 8;
const overheadBytes = 12;

interface PngStructure {
  isComplete: boolean;
  /** null if a profile is embedded or the file does not describe its colours */
  colours: Colours | null;
}

/**
 * Reads the chunks of a PNG. The image library itself shows only the first frame of an animation
 * (recognised by its `acTL` chunk), and ignores colours that are not in a profile.
 */
export function readPngStructure(file: Uint8Array): PngStructure {
  const bytes = new Bytes(file);
  /** offset of the data of each chunk before the picture */
  const before = new Map<string, number>();
  let at = signatureBytes;
  let isBefore = true;
  for (let others = 0; others <= maxChunks; ) {
    if (at + 8 > file.length) return { isComplete: false, colours: null };
    const length = bytes.u32(at);
    const type = bytes.tag(at + 4);
    if (type === 'acTL')
      throw new EngineError('animated_unsupported', 'The picture has several frames');
    if (type === 'IDAT') isBefore = false;
    else others += 1;
    const end = at + overheadBytes + length;
    if (end > file.length) return { isComplete: false, colours: null };
    if (type === 'IEND') return { isComplete: true, colours: coloursIn(bytes, before) };
    if (isBefore && !before.has(type)) before.set(type, at + 8);
    at = end;
  }
  throw new EngineError('image_too_complex', 'The file has too many chunks');
}

/** Reads the colours. The order of precedence is that of the third edition of PNG. */
function coloursIn(bytes: Bytes, chunks: ReadonlyMap<string, number>): Colours | null {
  const cicp = chunks.get('cICP');
  if (cicp !== undefined) {
    const isUsual = bytes.u8(cicp + 2) === 0 && bytes.u8(cicp + 3) === 1;
    const points = { primaries: bytes.u8(cicp), transfer: bytes.u8(cicp + 1) };
    const named = isUsual ? coloursOf(points) : null;
    if (named) return named;
  }
  if (chunks.has('iCCP')) return null;
  const gama = chunks.get('gAMA');
  if (chunks.has('sRGB') || gama === undefined) return null;
  return coloursOfGamma(bytes.u32(gama), primariesIn(bytes, chunks.get('cHRM')));
}

const usualGamma = 45_455;

function coloursOfGamma(value: number, primaries: Primaries | null): Colours | null {
  // Files from the time before the sRGB chunk contain only the usual gamma, which means sRGB.
  if (value === 0 || (value === usualGamma && !primaries)) return null;
  const exponent = Math.min(10, Math.max(0.1, 100_000 / value));
  return coloursBy(primaries ?? srgbPrimaries, gamma(exponent));
}

function primariesIn(bytes: Bytes, at: number | undefined): Primaries | null {
  if (at === undefined) return null;
  const point = (index: number) =>
    [bytes.u32(at + index * 8) / 1e5, bytes.u32(at + index * 8 + 4) / 1e5] as const;
  const primaries = { white: point(0), red: point(1), green: point(2), blue: point(3) };
  return isPossible(primaries) ? primaries : null;
}

/**
 * Returns false for random numbers and for primaries on one line, because no usable profile can be
 * built from them.
 */
function isPossible(primaries: Primaries): boolean {
  const { red, green, blue, white } = primaries;
  const area = (green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1]);
  const all = [red, green, blue, white];
  const isInside = all.every(([x, y]) => x >= 0 && x <= 1 && y > 0 && y <= 1);
  return Math.abs(area) > 0.01 && isInside && white[1] >= 0.01 && fitsProfile(primaries);
}
