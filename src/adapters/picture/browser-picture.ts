import { downloadZip } from 'client-zip';
import type { PicturePort } from '../../../machines/ports/picture.port.ts';
import { offerFile } from '../browser/offer-file.ts';
import { createPageCanvas, draw } from '../photo/browser-photo-world.ts';
import { askWorker, createLastingWorker } from '../photo/in-worker.ts';
import { comparePictures } from './compare-pictures.ts';
import { type Encoded, type EncodeRequest, encodePicture } from './encode-picture.ts';
import { createPictureFiles } from './picture-files.ts';

export function createBrowserPicture(): PicturePort {
  const encodeInWorker = createLastingWorker<EncodeRequest, Encoded>({
    make: () => new Worker(new URL('./encode.worker.ts', import.meta.url), { type: 'module' }),
    call: 'encodePicture',
  });
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
