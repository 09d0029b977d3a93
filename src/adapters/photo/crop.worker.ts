import { type CropRequest, cropFromPhoto, type Piece } from './crop-photo.ts';
import { answerInWorker } from './in-worker.ts';

answerInWorker<CropRequest, Piece>((request) =>
  cropFromPhoto(request, (width, height) => new OffscreenCanvas(width, height)),
);
