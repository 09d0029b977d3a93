import { answerInWorker } from '../photo/in-worker.ts';
import { loadCodecs } from './codecs.ts';
import { type Encoded, type EncodeRequest, encodePicture } from './encode-picture.ts';

answerInWorker<EncodeRequest, Encoded>(async (request) => {
  const encoded = await encodePicture(
    request,
    (width, height) => new OffscreenCanvas(width, height),
  );
  if (!request.isQuick) loadCodecs();
  return encoded;
});
