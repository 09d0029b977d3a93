import { downloadZip } from 'client-zip';
import type { PicturePort } from '../../../machines/ports/picture.port.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { offerFile } from '../browser/offer-file.ts';
import { createPageCanvas, draw } from '../photo/browser-photo-world.ts';
import { askWorker, askWorkerAgain } from '../photo/in-worker.ts';
import { comparePictures } from './compare-pictures.ts';
import { type Encoded, type EncodeRequest, encodePicture } from './encode-picture.ts';
import { createPictureFiles } from './picture-files.ts';

/**
 * Returns a function that encodes in a worker. The worker keeps running, so that each codec is
 * loaded only once.
 */
function createEncoding() {
  let idle: Worker | null = null;
  const takeWorker = (): Worker => {
    const worker =
      idle ?? new Worker(new URL('./encode.worker.ts', import.meta.url), { type: 'module' });
    idle = null;
    return worker;
  };
  return async (request: EncodeRequest, signal: CancelSignal): Promise<Encoded> => {
    const worker = takeWorker();
    const question = { request, signal, call: 'encodePicture' };
    const encoded = await askWorkerAgain<EncodeRequest, Encoded>(worker, question);
    idle = worker;
    return encoded;
  };
}

export function createBrowserPicture(): PicturePort {
  const encodeInWorker = createEncoding();
  return createPictureFiles({
    fetch: (url, init) => fetch(url, init),
    encode: (request, signal) =>
      draw({
        inWorker: () => encodeInWorker(request, signal),
        inPage: () => encodePicture(request, createPageCanvas),
      }),
    compare: (request, signal) =>
      draw({
        inWorker: () => {
          const url = new URL('./compare.worker.ts', import.meta.url);
          const worker = new Worker(url, { type: 'module' });
          return askWorker(worker, { request, signal, call: 'findChange' });
        },
        inPage: () => comparePictures(request, createPageCanvas),
      }),
    createUrl: (file) => URL.createObjectURL(file),
    releaseUrl: (url) => URL.revokeObjectURL(url),
    canShare: (file) => navigator.canShare?.({ files: [file] }) ?? false,
    share: (file) => navigator.share({ files: [file] }),
    canCopy: () => typeof ClipboardItem !== 'undefined' && 'clipboard' in navigator,
    copy: (png) => navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]),
    offer: offerFile,
    zip: (files) => downloadZip(files).blob(),
  });
}
