import { functionTypes } from '../../../contract/functions.ts';
import { writeRows } from '../image/write-rows.ts';
import { analyse } from '../tone/analyse.ts';
import { ToneFilter } from '../tone/apply.ts';
import { type EngineFunction, maxUploadBytes, photoFormats, wholePhoto } from './function.ts';

const code = 'enhance';

/** Better light, contrast, colour and sharpness, as far as the photo asks for it. */
export const enhance: EngineFunction = {
  description: {
    code,
    type: functionTypes[code],
    credits: 1,
    unit: 1,
    scale: 1,
    limits: { maxBytes: maxUploadBytes, maxPixels: 50e6, minSide: 8, formats: photoFormats },
    mayReject: false,
    downscaleAllowed: true,
    names: null,
  },
  models: [],
  async run({ photo, createSink, checkpoint }) {
    const { width, height, alpha } = photo;
    const filter = new ToneFilter(photo, await analyse(photo));
    const sink = await createSink({ width, height, alpha: alpha !== null });
    await writeRows({
      photo,
      sink,
      change: (rgb, top, rows) => filter.apply(rgb, top, rows),
      onRows: (fraction) => checkpoint('running', fraction),
    });
    return { kind: 'succeeded', region: wholePhoto(photo) };
  },
};
