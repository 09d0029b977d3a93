/** A request to redraw a photo. The worker or the page executes the request. */
export type ShrinkRequest = {
  file: Blob;
  width: number;
  height: number;
  /** true if the file's format allows transparency */
  mayBeTransparent: boolean;
  /** MIME type of the result for a photo with transparency */
  transparentMime: string;
  /** MIME type of the result for a photo without transparency */
  opaqueMime: string;
  /** quality of the result, 0 to 1, for lossy formats */
  quality: number;
};

export type Canvas = OffscreenCanvas | HTMLCanvasElement;
type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

const rowsAtOnce = 256;

/**
 * True if any pixel is transparent. Reads the pixels in strips, because reading all pixels at once
 * would need a second copy of the photo in memory.
 */
export function isTransparent(context: Context, width: number, height: number): boolean {
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top);
    const { data } = context.getImageData(0, top, width, rows);
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  }
  return false;
}

export function encode(canvas: Canvas, type: string, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality });
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The canvas could not be encoded.'));
    canvas.toBlob(done, type, quality);
  });
}

export function contextOf(canvas: Canvas): Context {
  const context = canvas.getContext('2d') as Context | null;
  if (!context) throw new Error('The browser cannot create a canvas of this size.');
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  return context;
}

/**
 * Redraws the photo upright at the requested size. The type of the blob is the type that the
 * browser actually wrote, which may differ from the requested type.
 */
export async function shrinkPhoto(
  request: ShrinkRequest,
  createCanvas: (width: number, height: number) => Canvas,
): Promise<Blob> {
  const { width, height, mayBeTransparent, transparentMime, opaqueMime, quality } = request;
  const bitmap = await createImageBitmap(request.file, { imageOrientation: 'from-image' });
  try {
    const canvas = createCanvas(width, height);
    const context = contextOf(canvas);
    context.drawImage(bitmap, 0, 0, width, height);
    const transparent = mayBeTransparent && isTransparent(context, width, height);
    return await encode(canvas, transparent ? transparentMime : opaqueMime, quality);
  } finally {
    bitmap.close();
  }
}
