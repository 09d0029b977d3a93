import { type Cut, type CutRequest, cutFromPhoto } from './cut-photo.ts';
import { answerInWorker } from './in-worker.ts';

answerInWorker<CutRequest, Cut>((request) =>
  cutFromPhoto(request, (width, height) => new OffscreenCanvas(width, height)),
);
