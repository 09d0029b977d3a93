import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import type { PhotoWorld } from './inspect-photo.ts';
import type { ShrinkAnswer } from './shrink.worker.ts';
import { type ShrinkRequest, shrinkPhoto } from './shrink-photo.ts';

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
};

function shrinkInPage(request: ShrinkRequest): Promise<Blob> {
  return shrinkPhoto(request, (width, height) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    return canvas;
  });
}

function shrinkInWorker(request: ShrinkRequest, signal: CancelSignal): Promise<Blob> {
  const worker = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ShrinkAnswer>) =>
      'blob' in data ? resolve(data.blob) : reject(new Error(data.error));
    worker.onerror = () => reject(new Error('The worker did not start'));
    signal.addEventListener('abort', () =>
      reject(new PortError({ reason: 'cancelled', call: 'preparePhoto' })),
    );
  });
  worker.postMessage(request);
  return answer.finally(() => worker.terminate());
}

/** In a worker, so that the page stays responsive; in the page if workers have no canvas. */
export async function shrinkInBrowser(request: ShrinkRequest, signal: CancelSignal): Promise<Blob> {
  if (typeof OffscreenCanvas === 'undefined') return shrinkInPage(request);
  try {
    return await shrinkInWorker(request, signal);
  } catch (error) {
    if (error instanceof PortError) throw error;
    return shrinkInPage(request);
  }
}
