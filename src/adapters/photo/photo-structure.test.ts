import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { formatOf } from './photo-format.ts';
import { lacksEnd, readStructure } from './photo-structure.ts';

const width = 60;
const height = 40;

const noise = sharp({
  create: {
    width,
    height,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
});

const frames = (pages: number) =>
  sharp(
    Array.from({ length: pages }, (_, index) => ({
      create: {
        width,
        height,
        channels: 4 as const,
        background: { r: index * 90, g: 0, b: 0, alpha: 1 },
      },
    })) as unknown as Buffer[],
    { join: { animated: true } },
  );

const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer());

const images = {
  jpg: bytesOf(noise.clone().jpeg()),
  'progressive jpg': bytesOf(noise.clone().jpeg({ progressive: true })),
  'CMYK jpg': bytesOf(noise.clone().toColourspace('cmyk').jpeg()),
  'jpg with EXIF': bytesOf(
    noise
      .clone()
      .withExif({ IFD0: { Artist: 'a' } })
      .jpeg(),
  ),
  png: bytesOf(noise.clone().png()),
  '16-bit png': bytesOf(noise.clone().toColourspace('rgb16').png()),
  'lossy webp': bytesOf(noise.clone().webp()),
  'lossless webp': bytesOf(noise.clone().webp({ lossless: true })),
  'webp with alpha': bytesOf(noise.clone().ensureAlpha(0.5).webp()),
  gif: bytesOf(noise.clone().gif()),
};

const formatNamed = (name: string) => name.match(/jpg|png|webp|gif/)?.[0];

it.each(Object.entries(images))('reads the size of a still %s', async (name, image) => {
  const bytes = await image;
  const format = formatOf(bytes.subarray(0, 64));
  expect(format).toBe(formatNamed(name));
  expect(readStructure(format ?? '', bytes)).toEqual({
    size: { width, height },
    animated: false,
    truncated: false,
  });
});

it.each(Object.entries(images))('recognises a truncated %s', async (name, image) => {
  const bytes = await image;
  /* Decoders show incomplete GIFs, so only a GIF without any picture counts as truncated. The
   * scan data of a JPEG is checked by the server, so only the header is checked here. */
  const headers = { gif: 20, jpg: 40 };
  const format = formatNamed(name) ?? '';
  const kept = headers[format as keyof typeof headers] ?? Math.floor(bytes.length * 0.6);
  expect(readStructure(formatNamed(name) ?? '', bytes.subarray(0, kept)).truncated).toBe(true);
  expect(readStructure(formatNamed(name) ?? '', bytes.subarray(0, 12)).truncated).toBe(true);
});

it('recognises more than one frame in a GIF and a WebP', async () => {
  const gif = await bytesOf(frames(2).gif());
  const webp = await bytesOf(frames(2).webp());
  expect(readStructure('gif', gif)).toMatchObject({ animated: true, truncated: false });
  expect(readStructure('webp', webp)).toMatchObject({ animated: true, truncated: false });
});

it('recognises an animated PNG by its control chunk', async () => {
  const png = Buffer.from(await images.png);
  const control = Buffer.from('000000086163544c000000020000000000000000', 'hex');
  const animated = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
  expect(readStructure('png', animated)).toMatchObject({ animated: true, truncated: false });
});

it('accepts data that a phone appends to a JPEG', async () => {
  const jpg = Buffer.concat([await images.jpg, Buffer.alloc(200_000, 7)]);
  expect(readStructure('jpg', jpg)).toMatchObject({ truncated: false });
});

it('accepts a JPEG without its end marker, and detects that it is missing', async () => {
  const jpg = await images['jpg with EXIF'];
  expect(readStructure('jpg', jpg.subarray(0, -2))).toMatchObject({ truncated: false });
  expect(lacksEnd(jpg.subarray(0, -2))).toBe(true);
  expect(lacksEnd(jpg)).toBe(false);
  expect(lacksEnd(Buffer.concat([jpg, Buffer.alloc(5000, 7)]))).toBe(false);
});

it('recognises TIFF and AVIF by their bytes, and HEIC by its brands', async () => {
  const tiff = await bytesOf(noise.clone().tiff());
  const avif = await bytesOf(noise.clone().avif({ effort: 0 }));
  const box = (...brands: string[]) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 16 + 4 * (brands.length - 1)]),
      Buffer.from(`ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1'),
      Buffer.alloc(40),
    ]);
  expect(formatOf(tiff)).toBe('tiff');
  expect(formatOf(avif)).toBe('avif');
  expect(readStructure('avif', avif)).toMatchObject({ size: { width, height }, truncated: false });
  expect(formatOf(box('heic', 'mif1'))).toBe('heic');
  expect(formatOf(box('mif1', 'heic'))).toBe('heic');
  expect(formatOf(box('mif1', 'avif'))).toBe('avif');
  expect(formatOf(box('isom', 'mp42'))).toBeNull();
});

it.each([
  '',
  'hello, this is text and no image at all',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '%PDF-1.7',
])('recognises no format in %j', (text) => {
  expect(formatOf(new TextEncoder().encode(text))).toBeNull();
});
