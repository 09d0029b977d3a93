import { type CropRequest, createCropper, type Piece } from './crop-photo.ts';
import { answerInWorker } from './in-worker.ts';

answerInWorker<CropRequest, Piece>(
  createCropper((width, height) => new OffscreenCanvas(width, height)),
);
