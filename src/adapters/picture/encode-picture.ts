import { type Canvas, contextOf, encode } from '../photo/shrink-photo.ts';

export type EncodeRequest = {
  file: Blob;
  mime: string;
  /** quality for lossy formats, 0 to 1 */
  quality: number;
};

export type Encoded = { blob: Blob; isTransparent: boolean };

const rowsAtOnce = 256;

/**
 * Returns whether the picture is transparent or blank. Reads the pixels in strips, because reading
 * all of them at once would need a second copy of the picture in memory.
 */
function alphaOf(context: ReturnType<typeof contextOf>, width: number, height: number) {
  let isTransparent = false;
  let isBlank = true;
  for (let top = 0; top < height; top += rowsAtOnce) {
    const { data } = context.getImageData(0, top, width, Math.min(rowsAtOnce, height - top));
    for (let at = 3; at < data.length; at += 4) {
      if (data[at] !== 255) isTransparent = true;
      if (data[at] !== 0) isBlank = false;
      if (isTransparent && !isBlank) return { isTransparent, isBlank };
    }
  }
  return { isTransparent, isBlank };
}

/** Encodes a picture in another format. In a JPEG, transparent parts become white. */
export async function encodePicture(
  { file, mime, quality }: EncodeRequest,
  createCanvas: (width: number, height: number) => Canvas,
): Promise<Encoded> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    const canvas = createCanvas(width, height);
    const context = contextOf(canvas);
    context.drawImage(bitmap, 0, 0);
    const { isTransparent, isBlank } = alphaOf(context, width, height);
    // some browsers draw nothing on a canvas that is too large for them
    if (isBlank) throw new Error('The canvas is empty.');
    if (mime === 'image/jpeg' && isTransparent) {
      context.globalCompositeOperation = 'destination-over';
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
    }
    const blob = await encode(canvas, mime, quality);
    // if a browser cannot write a format, it writes PNG without an error
    if (blob.type !== mime) throw new Error(`The browser does not write ${mime}.`);
    return { blob, isTransparent };
  } finally {
    bitmap.close();
  }
}
