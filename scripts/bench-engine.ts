import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import sharp, { type KernelEnum } from 'sharp';
import { findPackage, prepareModels } from '../server/engine/convert/prepare-models.ts';
import { runTiled } from '../server/engine/network/run-tiled.ts';
import { Sessions } from '../server/engine/network/sessions.ts';
import { enlargingNetwork, type Quality } from '../server/engine/network/upscalers.ts';
import { type Picture, psnr, ssim } from '../server/engine/testing/quality.ts';
import { loadTensorFlowModel } from '../server/engine/testing/tensorflow-model.ts';

/*
 * npm run bench:engine [-- --json] [--runs n] [--full]
 * Speed against the same weights in TensorFlow.js WASM, quality against Lanczos, throughput and peak
 * memory by size. --full adds 24 megapixels and the fine network at 4 megapixels (about ten minutes).
 */
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    runs: { type: 'string', default: '3' },
  },
});
const runs = Math.max(1, Number(options.runs));
const root = path.resolve(import.meta.dirname, '..');
const modelsDir = path.join(root, 'models');
const measureRun = fileURLToPath(
  new URL('../server/engine/testing/measure-run.ts', import.meta.url),
);
const photos = ['astronaut.png', 'chelsea.png', 'coffee.png', 'rocket.jpg'];
const packages = { fast: '@upscalerjs/esrgan-medium', fine: '@upscalerjs/esrgan-thick' } as const;
const targets = { leastSpeedRatio: 8, mostPeakMegabytes: 1500, leastPsnrGainDecibels: 0 };

const figures: Record<string, number> = {};
const ratios: Record<string, number> = {};
const sessions = new Sessions();

async function read(name: string): Promise<Picture> {
  const file = path.join(root, 'tests/photos', name);
  const { data, info } = await sharp(file)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

async function resize(picture: Picture, width: number, height: number, kernel: keyof KernelEnum) {
  const raw = { width: picture.width, height: picture.height, channels: 3 as const };
  const image = sharp(picture.rgb, { raw }).resize(width, height, { kernel, fit: 'fill' });
  return { width, height, rgb: new Uint8Array(await image.raw().toBuffer()) };
}

async function upscale(picture: Picture, scale: 2 | 4, quality: Quality): Promise<Picture> {
  const file = path.join(modelsDir, `upscale-${scale}x-${quality}.onnx`);
  const rgb = new Uint8Array(picture.rgb.length * scale * scale);
  let position = 0;
  await runTiled({
    picture,
    spec: enlargingNetwork(file, scale, quality),
    sessions,
    async onRows(rows) {
      rgb.set(rows, position);
      position += rows.length;
    },
    async onTile() {},
  });
  return { width: picture.width * scale, height: picture.height * scale, rgb };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function spread(values: number[]): string {
  const text = (value: number) => `${(value / 1000).toFixed(2)} s`;
  return `${text(median(values))} (${text(Math.min(...values))} to ${text(Math.max(...values))})`;
}

/** Bytes of a decoded photo to bytes of the result, both sides; the two take turns. */
async function compareSpeed(quality: Quality): Promise<void> {
  const scale = 4;
  const picture = await read('chelsea.png');
  const folder = path.join(findPackage(packages[quality]), 'models', `x${scale}`);
  const reference = await loadTensorFlowModel(folder, scale);
  const inTensorFlow = async (input: Picture) => {
    const values = Float32Array.from(input.rgb, (value) => value / 255);
    const output = await reference.run({ ...input, values });
    return Uint8ClampedArray.from(output.values, (value) => value * 255);
  };
  const small = await resize(picture, 32, 32, 'cubic');
  await inTensorFlow(small);
  await upscale(small, scale, quality);
  const ours: number[] = [];
  const theirs: number[] = [];
  const cores: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    const ms = await time(() => upscale(picture, scale, quality));
    const { user, system } = process.cpuUsage(before);
    ours.push(ms);
    cores.push((user + system) / 1000 / ms);
    theirs.push(await time(() => inTensorFlow(picture)));
  }
  figures[`${quality}Milliseconds`] = Math.round(median(ours));
  figures[`${quality}TensorFlowMilliseconds`] = Math.round(median(theirs));
  // Fewer than the machine has: something else was using them, and the ratio says less.
  figures[`${quality}CoresUsed`] = Number(median(cores).toFixed(2));
  const ratio = median(theirs) / median(ours);
  ratios[`${quality}TimesAsFast`] = Number(ratio.toFixed(2));
  console.log(
    `${quality}: engine ${spread(ours)} on ${median(cores).toFixed(2)} of ${os.availableParallelism()} cores, ` +
      `TensorFlow.js WASM ${spread(theirs)}: ${ratio.toFixed(1)} ×`,
  );
}

interface QualityRow {
  photo: string;
  scale: 2 | 4;
  gain: number;
}

/** Shrinks a photo, enlarges it again, and compares with the photo. */
async function measureQuality(photo: string, scale: 2 | 4): Promise<QualityRow[]> {
  const whole = await read(photo);
  const width = Math.floor(whole.width / scale);
  const height = Math.floor(whole.height / scale);
  const original = await resize(whole, width * scale, height * scale, 'cubic');
  const small = await resize(original, width, height, 'cubic');
  const lanczos = await resize(small, width * scale, height * scale, 'lanczos3');
  const cells = [
    `lanczos ${psnr(lanczos, original).toFixed(2)} dB ${ssim(lanczos, original).toFixed(4)}`,
  ];
  const rows: QualityRow[] = [];
  for (const quality of ['fast', 'fine'] as const) {
    const result = await upscale(small, scale, quality);
    const decibels = psnr(result, original);
    const similarity = ssim(result, original);
    const name = `${quality}${scale}x${path.parse(photo).name}`;
    figures[`${name}PsnrDecibels`] = Number(decibels.toFixed(2));
    figures[`${name}Ssim`] = Number(similarity.toFixed(4));
    figures[`${name}SsimGain`] = Number((similarity - ssim(lanczos, original)).toFixed(4));
    cells.push(`${quality} ${decibels.toFixed(2)} dB ${similarity.toFixed(4)}`);
    rows.push({ photo, scale, gain: decibels - psnr(lanczos, original) });
  }
  console.log(`${photo} ×${scale}: ${cells.join(' | ')}`);
  return rows;
}

/** Each in a process of its own, so that its peak is its own. */
async function measureThroughput(code: string, megapixels: number, folder: string): Promise<void> {
  const height = Math.round(Math.sqrt((megapixels * 1e6) / 1.5));
  const file = path.join(folder, `${megapixels}.jpg`);
  await sharp(path.join(root, 'tests/photos/coffee.png'))
    .removeAlpha()
    .resize(Math.floor((megapixels * 1e6) / height), height)
    .jpeg()
    .toFile(file);
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [measureRun, modelsDir, '-', code, file]);
  const { ms, peakMegabytes } = JSON.parse(stdout) as { ms: number; peakMegabytes: number };
  const speed = megapixels / (ms / 1000);
  const name = `${code.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}${megapixels}Mp`;
  figures[`${name}MegapixelsPerSecond`] = Number(speed.toFixed(3));
  figures[`${name}PeakMegabytes`] = peakMegabytes;
  console.log(
    `${code}, ${megapixels} MP: ${(ms / 1000).toFixed(1)} s, ${speed.toFixed(3)} MP/s, peak ${peakMegabytes} MB`,
  );
}

await prepareModels(modelsDir);
const [load = 0] = os.loadavg();
figures.loadAverageAtStart = Number(load.toFixed(1));
if (load > 1) {
  console.log(
    `Load average ${load.toFixed(1)}: other work on this machine slows the threads down.`,
  );
}
console.log(`Speed, chelsea.png (451 × 300) ×4, ${runs} runs each, median (least to most)`);
for (const quality of ['fast', 'fine'] as const) await compareSpeed(quality);

console.log('\nQuality after shrinking and enlarging: PSNR, SSIM');
const quality: QualityRow[] = [];
for (const scale of [2, 4] as const) {
  for (const photo of photos) quality.push(...(await measureQuality(photo, scale)));
}

console.log('\nFile to files: speed in megapixels of the input, peak memory of the process');
const folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-bench-'));
try {
  for (const code of ['upscale-2x-fast', 'enhance', 'denoise']) {
    for (const size of options.full ? [1, 4, 12, 24] : [1, 4, 12]) {
      await measureThroughput(code, size, folder);
    }
  }
  for (const size of options.full ? [1, 4] : [1]) {
    await measureThroughput('upscale-2x-fine', size, folder);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const peaks = Object.entries(figures).filter(([name]) => name.endsWith('PeakMegabytes'));
const met =
  Object.values(ratios).every((ratio) => ratio >= targets.leastSpeedRatio) &&
  quality.every(({ gain }) => gain > targets.leastPsnrGainDecibels) &&
  peaks.every(([, megabytes]) => megabytes < targets.mostPeakMegabytes);
console.log(met ? '\nAll targets met.' : '\nA target was missed.');
if (options.json) {
  console.log(JSON.stringify({ name: 'engine', figures, ratios, targets, met }));
}
