import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { type CropRequest, cropFromPhoto, type Piece } from './crop-photo.ts';
import { askWorker, createLastingWorker } from './in-worker.ts';
import type { PhotoWorld } from './inspect-photo.ts';
import { contextOf, type ShrinkRequest, shrinkPhoto } from './shrink-photo.ts';

/** Side of a list's small picture in pixels, for a screen with two pixels per CSS pixel. */
const miniatureSide = 96;

/** Returns the centre square of a picture, scaled down, as a data URL, which needs no release. */
function miniatureOf(image: HTMLImageElement): string {
  const { naturalWidth: width, naturalHeight: height } = image;
  const side = Math.min(width, height);
  const canvas = createPageCanvas(miniatureSide, miniatureSide);
  const at = [(width - side) / 2, (height - side) / 2, side, side] as const;
  contextOf(canvas).drawImage(image, ...at, 0, 0, miniatureSide, miniatureSide);
  return canvas.toDataURL('image/png');
}

export const browserPhotoWorld: PhotoWorld = {
  decode: async (url) => {
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
      return { width: image.naturalWidth, height: image.naturalHeight };
    } catch {
      return null;
    }
  },
  createUrl: (file) => URL.createObjectURL(file),
  releaseUrl: (url) => URL.revokeObjectURL(url),
  createMiniature: async (url) => {
    try {
      const image = new Image();
      image.src = url;
      await image.decode();
      return miniatureOf(image);
    } catch {
      return null;
    }
  },
};

export function createPageCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

type Ways<Answer> = { inWorker: () => Promise<Answer>; inPage: () => Promise<Answer> };

/**
 * Draws in a worker, so that the page stays responsive. If the browser has no canvas in workers,
 * draws in the page.
 */
export async function draw<Answer>({ inWorker, inPage }: Ways<Answer>): Promise<Answer> {
  if (typeof OffscreenCanvas === 'undefined') return inPage();
  try {
    return await inWorker();
  } catch (error) {
    if (error instanceof PortError) throw error;
    return inPage();
  }
}

export const shrinkInBrowser = (request: ShrinkRequest, signal: CancelSignal): Promise<Blob> =>
  draw({
    inWorker: () => {
      const worker = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' });
      return askWorker(worker, { request, signal, call: 'preparePhoto' });
    },
    inPage: () => shrinkPhoto(request, createPageCanvas),
  });

/** The decoded photo stays in memory for this time after the latest piece, in milliseconds. */
const cropIdleMs = 60_000;

const cropInWorker = createLastingWorker<CropRequest, Piece>({
  make: () => new Worker(new URL('./crop.worker.ts', import.meta.url), { type: 'module' }),
  call: 'cropPhoto',
  idleMs: cropIdleMs,
});

export const cropInBrowser = (request: CropRequest, signal: CancelSignal): Promise<Piece> =>
  draw({
    inWorker: () => cropInWorker(request, signal),
    inPage: () => cropFromPhoto(request, createPageCanvas),
  });
