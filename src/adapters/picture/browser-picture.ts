import { downloadZip } from 'client-zip';
import type { PicturePort } from '../../../machines/ports/picture.port.ts';
import { offerFile } from '../browser/offer-file.ts';
import { createPageCanvas, draw } from '../photo/browser-photo-world.ts';
import { askWorker } from '../photo/in-worker.ts';
import { encode } from '../photo/shrink-photo.ts';
import { encodePicture } from './encode-picture.ts';
import { createPictureFiles } from './picture-files.ts';

export function createBrowserPicture(): PicturePort {
  return createPictureFiles({
    fetch: (url, init) => fetch(url, init),
    encode: (request, signal) =>
      draw({
        inWorker: () => {
          const worker = new Worker(new URL('./encode.worker.ts', import.meta.url), {
            type: 'module',
          });
          return askWorker(worker, { request, signal, call: 'encodePicture' });
        },
        inPage: () => encodePicture(request, createPageCanvas),
      }),
    canShare: (file) => navigator.canShare?.({ files: [file] }) ?? false,
    share: (file) => navigator.share({ files: [file] }),
    canCopy: () => typeof ClipboardItem !== 'undefined' && 'clipboard' in navigator,
    copy: (png) => navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]),
    encodesWebp: async () =>
      (await encode(createPageCanvas(1, 1), 'image/webp', 1)).type === 'image/webp',
    offer: offerFile,
    zip: (files) => downloadZip(files).blob(),
  });
}
