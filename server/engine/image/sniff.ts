import type { FileFormat } from '../../../contract/functions.ts';

/** Number of bytes that determine the format. */
const sniffBytes = 64;

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];

/**
 * Detects the format from the first bytes. Returns undefined if the format is not accepted. Only
 * accepted formats reach a decoder, because the image library also opens SVG, PDF and other
 * formats.
 */
export function sniffFormat(bytes: Uint8Array): FileFormat | undefined {
  const text = Buffer.from(bytes.subarray(0, sniffBytes)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff';
  if (text.slice(4, 8) === 'ftyp') return isoImage(text);
  return undefined;
}

/**
 * Detects AVIF and HEIC. An ISO media file contains a main brand, four bytes of version, and the
 * compatible brands.
 */
function isoImage(text: string): FileFormat | undefined {
  const brands = [text.slice(8, 12), ...(text.slice(16).match(/.{4}/gs) ?? [])];
  if (brands.some((brand) => heicBrands.includes(brand))) return 'heic';
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  return brands[0] === 'mif1' || brands[0] === 'msf1' ? 'heic' : undefined;
}
