import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { plainFileOf, quantizedFileOf } from '../network/arithmetic.ts';
import { buildDenoiser } from './denoiser.ts';
import { convertEsrgan } from './esrgan.ts';
import { convertFaceDetector } from './face-detector.ts';
import { readLayersModel } from './layers-model.ts';
import { plainNetwork } from './plain-network.ts';
import { convertQuantized } from './quantized-esrgan.ts';
import { readRanges } from './ranges.ts';
import { readWeights } from './tfjs-weights.ts';

interface Source {
  /** file name in the models folder */
  file: string;
  /** npm package that holds the weights, or that writes a network without any */
  from: string;
  convert(packageFolder: string): Promise<Uint8Array>;
}

const sources: Source[] = [
  ...esrgan('fast', '@upscalerjs/esrgan-medium', true),
  ...esrgan('fine', '@upscalerjs/esrgan-thick', false),
  ...([2, 4] as const).map((scale) => ({
    file: plainFileOf(scale),
    from: 'onnx-proto',
    convert: async () => plainNetwork(scale),
  })),
  { file: 'denoise.onnx', from: 'onnx-proto', convert: async () => buildDenoiser() },
  { file: 'face-detector.onnx', from: '@vladmandic/face-api', convert: faceDetector },
];

/** What loses less than a tenth of a decibel (0400): fast ×2 is nearest to its photos. */
const precisionOf = (quality: string, scale: 2 | 4) =>
  quality === 'fast' && scale === 2
    ? { headroom: 1.2, floatTail: 4 }
    : { headroom: 1.6, floatTail: 3 };

/** Each network twice: in floats, and in 8-bit integers (0400). */
function esrgan(quality: string, from: string, gridFilter: boolean): Source[] {
  return ([2, 4] as const).flatMap((scale) => {
    const name = `upscale-${scale}x-${quality}`;
    const read = (folder: string) => readLayersModel(path.join(folder, 'models', `x${scale}`));
    return [
      {
        file: `${name}.onnx`,
        from,
        convert: async (folder) => convertEsrgan(await read(folder), { scale, gridFilter }),
      },
      {
        file: quantizedFileOf(`${name}.onnx`),
        from,
        async convert(folder) {
          const ranges = await readRanges(name);
          const precision = precisionOf(quality, scale);
          return convertQuantized(await read(folder), { scale, gridFilter, ranges, ...precision });
        },
      },
    ] satisfies Source[];
  });
}

async function faceDetector(folder: string): Promise<Uint8Array> {
  const models = path.join(folder, 'model');
  const manifest = path.join(models, 'ssd_mobilenetv1_model-weights_manifest.json');
  return convertFaceDetector(
    await readWeights(models, JSON.parse(await readFile(manifest, 'utf8'))),
  );
}

/**
 * Writes the ONNX files of the engine into `modelsDir`, from the weights of the installed npm
 * packages. Does nothing for a file that already comes from the same weights and converter. A file
 * is complete or not there. Returns the names of the files written now.
 */
export async function prepareModels(modelsDir: string): Promise<string[]> {
  await mkdir(modelsDir, { recursive: true });
  const converter = await hashOfConverter();
  const written: string[] = [];
  for (const source of sources) {
    try {
      if (await prepare(source, modelsDir, converter)) written.push(source.file);
    } catch (error) {
      throw new Error(`${source.file} could not be made from ${source.from}: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  }
  return written;
}

async function prepare(source: Source, modelsDir: string, converter: string): Promise<boolean> {
  const folder = findPackage(source.from);
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const target = path.join(modelsDir, source.file);
  const stampFile = `${target}.stamp`;
  if ((await readStamp(stampFile)) === (await stampOf(target, version, converter))) return false;
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, await source.convert(folder));
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
  await writeFile(stampFile, (await stampOf(target, version, converter)) ?? '');
  return true;
}

async function readStamp(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, 'utf8') : '';
}

/** Undefined while the file is missing; its size shows a copy that was cut off. */
async function stampOf(file: string, version: string, converter: string) {
  if (!existsSync(file)) return undefined;
  return `${version} ${converter} ${(await stat(file)).size}`;
}

async function hashOfConverter(): Promise<string> {
  const hash = createHash('sha256');
  const folder = import.meta.dirname;
  for (const name of (await readdir(folder)).sort()) {
    if (name.endsWith('.test.ts')) continue;
    hash.update(name).update(await readFile(path.join(folder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Looks in every node_modules above, as Node does, but for the folder instead of its main file. */
export function findPackage(name: string): string {
  let folder = import.meta.dirname;
  for (;;) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`the npm package ${name} is not installed`);
    folder = parent;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
