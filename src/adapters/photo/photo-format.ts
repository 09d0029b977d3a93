const ascii = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

const startsWith = (bytes: Uint8Array, ...expected: number[]) =>
  expected.every((byte, index) => bytes[index] === byte);

const heifBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs', 'mif1', 'msf1'];

/**
 * Returns the format that a `ftyp` box names, or null. The box has its major brand at byte 8, and
 * compatible brands from byte 16 on.
 */
function formatOfBrands(bytes: Uint8Array): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(view.getUint32(0), bytes.length, 64);
  const brands = [ascii(bytes, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, 4));
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  return brands.some((brand) => heifBrands.includes(brand)) ? 'heic' : null;
}

/**
 * Returns the format by the first bytes of the file, independent of the file's name: a key of
 * `fileFormats` in the contract, or null. `head` contains at least the first 64 bytes.
 */
export function formatOf(head: Uint8Array): string | null {
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'jpg';
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return 'gif';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WEBP') return 'webp';
  if (startsWith(head, 0x49, 0x49, 0x2a, 0) || startsWith(head, 0x4d, 0x4d, 0, 0x2a)) return 'tiff';
  if (head.length >= 16 && ascii(head, 4, 4) === 'ftyp') return formatOfBrands(head);
  return null;
}
