import { functionTypes } from '../../../contract/functions.ts';
import { writeRows } from '../image/write-rows.ts';
import { removeNoise } from '../noise/remove.ts';
import { type EngineFunction, photoLimits, wholePhoto } from './function.ts';

const code = 'denoise';
const model = 'denoise.onnx';

/** Removes sensor noise, as much as it measures in the photo, and keeps what rises above it. */
export const denoise: EngineFunction = {
  description: {
    code,
    type: functionTypes[code],
    credits: 2,
    unit: 1,
    group: 'improve',
    picture: '/home/fn-denoise.webp',
    output: { kind: 'scaled', scale: 1 },
    limits: { ...photoLimits, maxPixels: 25e6, minSide: 16 },
    mayReject: false,
    downscaleAllowed: true,
    options: [],
    estimatePer: 'megapixel',
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
