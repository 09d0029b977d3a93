import { type EngineFunction, maxUploadBytes, photoFormats } from './function.ts';
import type { OperatorModel } from './operator-manifest.ts';
import { enlarge } from './upscale.ts';

/** A function made of an operator's network: picture in, picture out, tile by tile. */
export function operatorFunction(model: OperatorModel): EngineFunction {
  const { code, type, credits, unit, scale, maxPixels, minSide, names } = model;
  return {
    description: {
      code,
      type,
      credits,
      unit,
      scale,
      limits: { maxBytes: maxUploadBytes, maxPixels, minSide, formats: photoFormats },
      mayReject: false,
      downscaleAllowed: scale === 1,
      names: Object.keys(names).length > 0 ? names : null,
    },
    models: [],
    run: (run) => enlarge(run, { ...model, tile: { side: model.tile } }),
  };
}
