import type { Change } from '../../../machines/model/change.ts';
import { answerInWorker } from '../photo/in-worker.ts';
import { type CompareRequest, comparePictures } from './compare-pictures.ts';

answerInWorker<CompareRequest, Change | null>((request) =>
  comparePictures(request, (width, height) => new OffscreenCanvas(width, height)),
);
