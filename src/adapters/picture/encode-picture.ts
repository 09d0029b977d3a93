import {
  type EncodedFormat,
  type FileWish,
  isLossy,
  mimes,
} from '../../../machines/model/picture-format.ts';
import { type Canvas, contextOf, encode } from '../photo/shrink-photo.ts';
import { codecs, scaleDown } from './codecs.ts';
import { type Fitted, fitFile } from './fit-file.ts';

export type EncodeRequest = {
  file: Blob;
  wish: FileWish;
  /** true to use the browser's own codec, which is faster but makes larger files */
  isQuick: boolean;
};

export type Encoded = { blob: Blob; width: number; height: number; isTransparent: boolean };

type Size = { width: number; height: number };
type CreateCanvas = (width: number, height: number) => Canvas;
type Encode = (size: Size, quality: number) => Promise<Blob>;

/** Limit in pixels for the codecs, which need several copies of the pixels in memory. */
const mostCodecPixels = 30_000_000;

const rowsAtOnce = 256;

type Context = ReturnType<typeof contextOf>;

/** Returns false for a canvas that exceeds the browser's limit: it stays empty without an error. */
function canDraw(context: Context): boolean {
  context.fillRect(0, 0, 1, 1);
  const [, , , alpha] = context.getImageData(0, 0, 1, 1).data;
  context.clearRect(0, 0, 1, 1);
  return alpha !== 0;
}

/**
 * Returns whether a pixel of the picture is transparent. Reads the pixels in strips, because
 * reading all pixels at once would need a second copy of the picture in memory.
 */
function hasAlpha(context: Context, { width, height }: Size): boolean {
  for (let top = 0; top < height; top += rowsAtOnce) {
    const { data } = context.getImageData(0, top, width, Math.min(rowsAtOnce, height - top));
    for (let at = 3; at < data.length; at += 4) {
      if (data[at] !== 255) return true;
    }
  }
  return false;
}

const isSame = (one: Size, other: Size) => one.width === other.width && one.height === other.height;

/**
 * Encodes with a WebAssembly codec. The picture is scaled once per size, even if several qualities
 * are tried.
 */
function withCodec(pixels: ImageData, format: EncodedFormat): Encode {
  let current = pixels;
  return async (size, quality) => {
    if (!isSame(current, size)) {
      current = isSame(pixels, size) ? pixels : await scaleDown(pixels, size.width, size.height);
    }
    return codecs[format](current, quality);
  };
}

/** Encodes with the browser's own codec. */
function withCanvas(canvas: Canvas, format: EncodedFormat, createCanvas: CreateCanvas): Encode {
  const mime = mimes[format];
  return async (size, quality) => {
    const scaled = isSame(canvas, size) ? canvas : createCanvas(size.width, size.height);
    if (scaled !== canvas) contextOf(scaled).drawImage(canvas, 0, 0, size.width, size.height);
    const blob = await encode(scaled, mime, quality / 100);
    // if a browser cannot write a format, it writes PNG without an error
    if (blob.type !== mime) throw new Error(`The browser does not write ${mime}.`);
    return blob;
  };
}

const sizeIn = ({ width, height }: Size, side: number | null): Size => {
  const scale = Math.min(1, (side ?? Number.POSITIVE_INFINITY) / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
};

/** Returns an upright copy of the picture. For a JPEG, transparent parts become white. */
async function drawn({ file, wish }: EncodeRequest, createCanvas: CreateCanvas) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const canvas = createCanvas(bitmap.width, bitmap.height);
    const context = contextOf(canvas);
    if (!canDraw(context)) throw new Error('The picture exceeds the largest canvas.');
    context.drawImage(bitmap, 0, 0);
    const isTransparent = hasAlpha(context, canvas);
    if (wish.format === 'jpg' && isTransparent) {
      context.globalCompositeOperation = 'destination-over';
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    return { canvas, context, isTransparent };
  } finally {
    bitmap.close();
  }
}

/** Makes a file from the picture, without the picture's metadata such as the location. */
export async function encodePicture(
  request: EncodeRequest,
  createCanvas: CreateCanvas,
): Promise<Encoded> {
  const { canvas, context, isTransparent } = await drawn(request, createCanvas);
  const { width, height } = canvas;
  const { format, side, quality, maxBytes } = request.wish;
  const wish = { ...sizeIn(canvas, side), quality, maxBytes, isLossy: isLossy(format) };
  const encodedWithCodec = (): Promise<Fitted<Blob>> =>
    fitFile(wish, withCodec(context.getImageData(0, 0, width, height), format));
  const encodedWithCanvas = () => fitFile(wish, withCanvas(canvas, format, createCanvas));
  const isForCodec = !request.isQuick && width * height <= mostCodecPixels;
  // the codec may be missing if the connection is lost, or if the browser does not support
  // WebAssembly
  const { file, ...size } = isForCodec
    ? await encodedWithCodec().catch(encodedWithCanvas)
    : await encodedWithCanvas();
  return { blob: file, ...size, isTransparent };
}
