import { answerInWorker } from '../photo/in-worker.ts';
import { type Encoded, type EncodeRequest, encodePicture } from './encode-picture.ts';

answerInWorker<EncodeRequest, Encoded>((request) =>
  encodePicture(request, (width, height) => new OffscreenCanvas(width, height)),
);
