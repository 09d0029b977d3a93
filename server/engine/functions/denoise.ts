import { functionTypes } from '../../../contract/functions.ts';
import { writeRows } from '../image/write-rows.ts';
import { removeNoise } from '../noise/remove.ts';
import { type EngineFunction, maxUploadBytes, photoFormats, wholePhoto } from './function.ts';

const code = 'denoise';
const model = 'denoise.onnx';

/** Removes sensor noise, as much as it measures in the photo, and keeps what rises above it. */
export const denoise: EngineFunction = {
  description: {
    code,
    type: functionTypes[code],
    credits: 2,
    unit: 1,
    scale: 1,
    limits: { maxBytes: maxUploadBytes, maxPixels: 25e6, minSide: 16, formats: photoFormats },
    mayReject: false,
    downscaleAllowed: true,
    names: null,
  },
  models: [model],
  async run({ photo, sessions, modelFile, createSink, checkpoint }) {
    const { width, height, alpha } = photo;
    const clean = await removeNoise(photo, {
      sessions,
      file: modelFile(model),
      onProgress: (fraction) => checkpoint('running', fraction),
    });
    const sink = await createSink({ width, height, alpha: alpha !== null });
    await writeRows({
      photo: { ...photo, rgb: clean },
      sink,
      change() {},
      onRows: () => checkpoint('running', 1),
    });
    return { kind: 'succeeded', region: wholePhoto(photo) };
  },
};
