import type { EncodedFormat } from '../../../machines/model/picture-format.ts';

/* WebAssembly codecs, each loaded when it is first used. */

type Pixels = ImageData;

const blobOf = (bytes: ArrayBuffer, type: string) => new Blob([bytes], { type });

/** MozJPEG, because its files are smaller than those of browsers at the same quality. */
async function encodeJpeg(pixels: Pixels, quality: number): Promise<Blob> {
  const { default: encode } = await import('@jsquash/jpeg/encode.js');
  return blobOf(await encode(pixels, { quality }), 'image/jpeg');
}

/** libwebp, because Safari cannot write WebP. */
async function encodeWebp(pixels: Pixels, quality: number): Promise<Blob> {
  const { default: encode } = await import('@jsquash/webp/encode.js');
  return blobOf(await encode(pixels, { quality }), 'image/webp');
}

/** Effort level of OxiPNG. Higher levels take much longer and save little. */
const pngLevel = 1;

async function encodePng({ data, width, height }: Pixels): Promise<Blob> {
  // the package's own entry is not imported, because it also contains a variant with threads
  const { default: load, optimise_raw } = await import(
    '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js'
  );
  await load();
  const bytes = optimise_raw(data, width, height, pngLevel, false, false);
  return blobOf(bytes.buffer as ArrayBuffer, 'image/png');
}

type Codec = (pixels: Pixels, quality: number) => Promise<Blob>;

/** Encoders by format. The quality is in percent. */
export const codecs: Readonly<Record<EncodedFormat, Codec>> = {
  jpg: encodeJpeg,
  webp: encodeWebp,
  png: encodePng,
};

/**
 * Scales the pixels down with a Lanczos filter. The canvas of some browsers only samples pixels.
 */
export async function scaleDown(pixels: Pixels, width: number, height: number): Promise<Pixels> {
  const { default: resize } = await import('@jsquash/resize');
  return resize(pixels, { width, height, method: 'lanczos3' });
}

/** Loads all codecs, so that the visitor can choose another format after the connection is lost. */
export function loadCodecs(): void {
  const loads = [
    async () => (await import('@jsquash/jpeg/encode.js')).init(),
    async () => (await import('@jsquash/webp/encode.js')).init(),
    async () => (await import('@jsquash/oxipng/codec/pkg/squoosh_oxipng.js')).default(),
    async () => (await import('@jsquash/resize')).initResize(),
  ];
  // a codec that could not be loaded is loaded again at its first use
  for (const load of loads) load().catch(() => {});
}
