import { functionTypes } from '../../../contract/functions.ts';
import { enlargeAlpha, fillTransparent } from '../image/transparency.ts';
import { runTiled } from '../network/run-tiled.ts';
import { enlargingNetwork, type Quality } from '../network/upscalers.ts';
import {
  type EngineFunction,
  type FunctionRun,
  maxUploadBytes,
  type Outcome,
  photoFormats,
  wholePhoto,
} from './function.ts';

interface Variant {
  scale: 2 | 4;
  quality: Quality;
  credits: number;
  maxPixels: number;
}

/*
 * The limits keep a result at or below about 100 megapixels and a run below about ten minutes on two
 * cores. A photo beyond them is refused, not shrunk: shrinking would take away what is asked for.
 */
const variants: Variant[] = [
  { scale: 2, quality: 'fast', credits: 1, maxPixels: 25e6 },
  { scale: 2, quality: 'fine', credits: 2, maxPixels: 12.5e6 },
  { scale: 4, quality: 'fast', credits: 2, maxPixels: 6.3e6 },
  { scale: 4, quality: 'fine', credits: 3, maxPixels: 6.3e6 },
];

export const upscaleFunctions: EngineFunction[] = variants.map(upscale);

function upscale({ scale, quality, credits, maxPixels }: Variant): EngineFunction {
  const code = `upscale-${scale}x-${quality}` as const;
  const model = `${code}.onnx`;
  return {
    description: {
      code,
      type: functionTypes[code],
      credits,
      unit: 2,
      scale,
      limits: { maxBytes: maxUploadBytes, maxPixels, minSide: 8, formats: photoFormats },
      mayReject: false,
      downscaleAllowed: false,
      names: null,
    },
    models: [model],
    run: (run) => enlarge(run, enlargingNetwork(run.modelFile(model), scale, quality)),
  };
}

/** Enlarges colour by a network and transparency by interpolation. */
export async function enlarge(
  { photo, sessions, createSink, checkpoint }: FunctionRun,
  spec: ReturnType<typeof enlargingNetwork>,
): Promise<Outcome> {
  const { alpha } = photo;
  const width = photo.width * spec.scale;
  const height = photo.height * spec.scale;
  const sink = await createSink({ width, height, alpha: alpha !== null });
  const addAlpha = alpha ? await enlargeAlpha(alpha, photo, spec.scale) : undefined;
  await runTiled({
    picture: alpha ? { ...photo, rgb: await fillTransparent(photo.rgb, alpha, photo) } : photo,
    spec,
    sessions,
    onRows: (rows) => sink.write(addAlpha ? addAlpha(rows) : rows),
    onTile: (fraction) => checkpoint('running', fraction),
  });
  return { kind: 'succeeded', region: wholePhoto(photo) };
}
