import { type Covering, coverPixels } from './cover-pixels.ts';

/** Longest side in pixels. */
const longestSide = 768;
const quality = 0.9;

/** Reads a picture, scaled down. Returns null if this browser cannot draw it. */
export async function readPicture(src: string): Promise<ImageData | null> {
  const image = new Image();
  image.src = src;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const { naturalWidth, naturalHeight } = image;
  const factor = Math.min(1, longestSide / Math.max(naturalWidth, naturalHeight));
  const width = Math.max(1, Math.round(naturalWidth * factor));
  const height = Math.max(1, Math.round(naturalHeight * factor));
  const context = contextOf(width, height);
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** Returns the address of the picture with its covers. */
export function coveredPicture(picture: ImageData, covering: Covering): string | null {
  const { width, height, data } = coverPixels(picture, covering);
  const context = contextOf(width, height);
  if (!context) return null;
  const drawn = context.createImageData(width, height);
  drawn.data.set(data);
  context.putImageData(drawn, 0, 0);
  return context.canvas.toDataURL('image/webp', quality);
}

function contextOf(width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d', { willReadFrequently: true });
}
