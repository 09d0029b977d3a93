import { functionTypes } from '../../../contract/functions.ts';
import { detectFaces } from '../faces/detect.ts';
import { type FacePatch, patchFace } from '../faces/patch.ts';
import { writeRows } from '../image/write-rows.ts';
import { type EngineFunction, maxUploadBytes, photoFormats, wholePhoto } from './function.ts';

const code = 'face-blur';
const model = 'face-detector.onnx';

/** Makes every face unrecognisable: its area is rebuilt from a handful of averaged colours. */
export const faceBlur: EngineFunction = {
  description: {
    code,
    type: functionTypes[code],
    credits: 1,
    unit: 1,
    scale: 1,
    limits: { maxBytes: maxUploadBytes, maxPixels: 50e6, minSide: 48, formats: photoFormats },
    mayReject: true,
    downscaleAllowed: true,
    names: null,
  },
  models: [model],
  async run({ photo, sessions, modelFile, createSink, checkpoint }) {
    const detector = { sessions, file: modelFile(model) };
    const faces = await detectFaces(photo, detector, (done) => checkpoint('detecting', done));
    if (faces.length === 0) return { kind: 'rejected', reason: 'no_face' };
    const patches: FacePatch[] = [];
    for (const face of faces) patches.push(await patchFace(photo, face));
    const { width, height, alpha } = photo;
    const sink = await createSink({ width, height, alpha: alpha !== null });
    await writeRows({
      photo,
      sink,
      change: (rgb, top, rows) => {
        for (const patch of patches) patch.apply(rgb, { top, rows, width });
      },
      onRows: (fraction) => checkpoint('running', fraction),
    });
    return { kind: 'succeeded', region: wholePhoto(photo), faces: faces.length };
  },
};
