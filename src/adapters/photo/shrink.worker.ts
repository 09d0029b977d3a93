import { answerInWorker } from './in-worker.ts';
import { type ShrinkRequest, shrinkPhoto } from './shrink-photo.ts';

answerInWorker<ShrinkRequest, Blob>((request) =>
  shrinkPhoto(request, (width, height) => new OffscreenCanvas(width, height)),
);
