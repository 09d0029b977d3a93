import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { Tensor } from 'onnxruntime-node';
import sharp, { type KernelEnum } from 'sharp';
import { enlargers } from '../../models/src/enlargers.ts';
import { findPackage } from '../../models/src/find-package.ts';
import { loadTensorFlowModel } from '../../models/src/testing/tensorflow-model.ts';
import { usualRuntime } from '../../server/engine/network/arithmetic.ts';
import { runTiled } from '../../server/engine/network/run-tiled.ts';
import { Sessions } from '../../server/engine/network/sessions.ts';
import { planTiles } from '../../server/engine/network/tiles.ts';
import { enlargingNetwork, type Quality } from '../../server/engine/network/upscalers.ts';
import { measurePreviews, time } from '../../server/engine/testing/measure-previews.ts';
import { type Picture, psnr, ssim } from '../../server/engine/testing/quality.ts';
import type { RuntimeOptions } from '../../server/platform/config/runtime-options.ts';
import { ensureModels } from '../../tools/build/prepare.ts';
import { printQualityTable } from './quality-table.ts';

/*
 * npm run engine -w workshop/bench [-- --json] [--runs n] [--full] [--quality]
 * Compares the speed with TensorFlow.js WASM for the same weights, and the quality with Lanczos.
 * Measures the share of inference, the gains and losses of 8 bits and of flat areas, the duration
 * of a preview, and throughput and peak memory by size. --full adds 24 megapixels and the fine
 * network at 4 megapixels. --quality prints only what Enhance and Denoise make of clean and poor
 * photos.
 */
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    quality: { type: 'boolean', default: false },
    runs: { type: 'string', default: '3' },
  },
});
const runs = Math.max(1, Number(options.runs));
const root = path.resolve(import.meta.dirname, '../..');
const modelsDir = path.join(root, 'models/built');
const measureRun = fileURLToPath(
  new URL('../../server/engine/testing/measure-run.ts', import.meta.url),
);
const photos = ['astronaut.png', 'chelsea.png', 'coffee.png', 'rocket.jpg'];
const qualities = ['crisp', 'fine', 'fast'] as const;
const targets = {
  leastSpeedRatio: 12,
  leastEfficiency: 0.85,
  mostLossDecibels: 0.1,
  mostLossSsim: 0.002,
  // The crisp network turns each rounding error into texture.
  mostLossSsimCrisp: 0.006,
  mostPeakMegabytes: 1500,
  leastPsnrGainDecibels: 0,
};

const figures: Record<string, number> = {};
const ratios: Record<string, number> = {};
const sessionsBy = (arithmetic: RuntimeOptions['arithmetic']) =>
  new Sessions({ runtime: { ...usualRuntime, arithmetic } });
const sessions = { auto: sessionsBy('auto'), float: sessionsBy('float'), int8: sessionsBy('int8') };

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

interface Way {
  by?: keyof typeof sessions;
  /** true interpolates flat areas, as the product does */
  skipsFlat?: boolean;
}

const networkOf = (scale: 2 | 4, quality: Quality) =>
  enlargingNetwork(path.join(modelsDir, `upscale-${scale}x-${quality}.onnx`), scale);

async function upscale(
  picture: Picture,
  scale: 2 | 4,
  quality: Quality,
  { by = 'auto', skipsFlat = true }: Way = {},
): Promise<Picture> {
  const { plainFile, ...spec } = networkOf(scale, quality);
  const rgb = new Uint8Array(picture.rgb.length * scale * scale);
  let position = 0;
  await runTiled({
    picture,
    spec: skipsFlat && plainFile ? { ...spec, plainFile } : spec,
    sessions: sessions[by],
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

function spread(values: number[]): string {
  const text = (value: number) => `${(value / 1000).toFixed(2)} s`;
  return `${text(median(values))} (${text(Math.min(...values))} to ${text(Math.max(...values))})`;
}

/**
 * Measures the milliseconds of the neural network alone for all pixels of a photo. The tiles have
 * no margins.
 */
async function timeInference(picture: Picture, scale: 2 | 4, quality: Quality): Promise<number> {
  const { file, tile, margin } = networkOf(scale, quality);
  if (!('area' in tile)) throw new Error('Expected a network without a fixed tile side');
  const grid = planTiles(picture, tile.area, margin);
  const width = grid.width + 2 * margin;
  const height = grid.height + 2 * margin;
  const session = await sessions.auto.get(file);
  const input = new Tensor('uint8', new Uint8Array(width * height * 3), [1, height, width, 3]);
  const crop = await resize(picture, width, height, 'cubic');
  input.data.set(crop.rgb);
  const ms = await time(() => session.run({ input }));
  return (ms / (width * height)) * picture.width * picture.height;
}

/**
 * Compares the speed of both engines, from the decoded photo to the encoded result. The runs of the
 * two engines alternate.
 */
async function compareSpeed(quality: Quality): Promise<void> {
  const scale = 4;
  const picture = await read('chelsea.png');
  const published = enlargers.find(({ name }) => name === `upscale-${scale}x-${quality}`);
  if (!published) throw new Error(`Expected the network ${quality} ×${scale}`);
  const folder = path.join(findPackage(published.from), published.folder);
  const reference = await loadTensorFlowModel(folder, scale);
  const inTensorFlow = async (input: Picture) => {
    const values = Float32Array.from(input.rgb, (value) => value / 255);
    const output = await reference.run({ ...input, values });
    return Uint8ClampedArray.from(output.values, (value) => value * 255);
  };
  const small = await resize(picture, 32, 32, 'cubic');
  await inTensorFlow(small);
  await upscale(picture, scale, quality);
  await timeInference(picture, scale, quality);
  await upscale(small, scale, quality, { by: 'float' });
  const taken = { ours: [], theirs: [], float: [], inference: [] } as Record<string, number[]>;
  const cores: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    const ms = await time(() => upscale(picture, scale, quality));
    const { user, system } = process.cpuUsage(before);
    taken.ours?.push(ms);
    cores.push((user + system) / 1000 / ms);
    taken.inference?.push(await timeInference(picture, scale, quality));
    taken.theirs?.push(await time(() => inTensorFlow(picture)));
    taken.float?.push(await time(() => upscale(picture, scale, quality, { by: 'float' })));
  }
  const { ours = [], theirs = [], float = [], inference = [] } = taken;
  figures[`${quality}Milliseconds`] = Math.round(median(ours));
  figures[`${quality}FloatMilliseconds`] = Math.round(median(float));
  figures[`${quality}TensorFlowMilliseconds`] = Math.round(median(theirs));
  // If the run used fewer cores than the machine has, other programs used the rest, and the ratio
  // is less reliable.
  figures[`${quality}CoresUsed`] = Number(median(cores).toFixed(2));
  const ratio = median(theirs) / median(ours);
  const efficiency = median(inference) / median(ours);
  ratios[quality] = Number(ratio.toFixed(2));
  ratios[`${quality}Efficiency`] = Number(efficiency.toFixed(3));
  console.log(
    `${quality}: engine ${spread(ours)} on ${median(cores).toFixed(2)} of ${os.availableParallelism()} cores, ` +
      `TensorFlow.js WASM ${spread(theirs)}: ${ratio.toFixed(1)} ×; ` +
      `in floats ${spread(float)}; inference is ${(efficiency * 100).toFixed(0)} %`,
  );
}

/**
 * Measures the speed and the quality of interpolated flat areas in a photo of a few megapixels. The
 * bundled photos are enlarged first, because they contain no large sky.
 */
async function compareFlatAreas(photo: string, quality: Quality): Promise<void> {
  const { width, height, ...small } = await read(photo);
  const picture = await resize({ width, height, ...small }, 3 * width, 3 * height, 'cubic');
  const all: number[] = [];
  const some: number[] = [];
  let whole: Picture = picture;
  let skipping: Picture = picture;
  for (let run = 0; run < runs; run += 1) {
    all.push(
      await time(async () => {
        whole = await upscale(picture, 2, quality, { skipsFlat: false });
      }),
    );
    some.push(
      await time(async () => {
        skipping = await upscale(picture, 2, quality);
      }),
    );
  }
  const gain = median(all) / median(some);
  figures[`${quality}${path.parse(photo).name}FlatTimesAsFast`] = Number(gain.toFixed(2));
  const likeness = psnr(skipping, whole);
  const alike = Number.isFinite(likeness) ? `${likeness.toFixed(1)} dB alike` : 'the same pixels';
  console.log(
    `${photo} at ${3 * width} × ${3 * height}, ×2 ${quality}: ${gain.toFixed(2)} × as fast, ${alike}`,
  );
}

/** The product's losses, compared with the float network on the whole photo. */
const losses: { quality: Quality; decibels: number; ssim: number }[] = [];

interface QualityRow {
  photo: string;
  scale: 2 | 4;
  gain: number;
}

/** Shrinks a photo, enlarges it again, and compares the result with the original photo. */
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
  for (const quality of qualities) {
    const plain = await upscale(small, scale, quality, { by: 'float', skipsFlat: false });
    const result = await upscale(small, scale, quality);
    const decibels = psnr(result, original);
    const similarity = ssim(result, original);
    const loss = psnr(plain, original) - decibels;
    const lossSsim = ssim(plain, original) - similarity;
    losses.push({ quality, decibels: loss, ssim: lossSsim });
    const name = `${quality}${scale}x${path.parse(photo).name}`;
    figures[`${name}PsnrDecibels`] = Number(decibels.toFixed(2));
    figures[`${name}Ssim`] = Number(similarity.toFixed(4));
    figures[`${name}SsimGain`] = Number((similarity - ssim(lanczos, original)).toFixed(4));
    cells.push(
      `${quality} ${decibels.toFixed(2)} dB ${similarity.toFixed(4)} (lost ${loss.toFixed(3)}, ${lossSsim.toFixed(4)})`,
    );
    rows.push({ photo, scale, gain: decibels - psnr(lanczos, original) });
  }
  console.log(`${photo} ×${scale}: ${cells.join(' | ')}`);
  return rows;
}

/**
 * Measures the time inside the server from the preview request to the picture. The figures are
 * medians over functions and runs.
 */
async function recordPreviews(): Promise<void> {
  const photo = path.join(root, 'tests/photos/coffee.png');
  const taken = { first: [], next: [], withStart: [] } as Record<string, number[]>;
  const slowest = { code: '', ms: 0 };
  for (let run = 0; run < runs; run += 1) {
    const { withStart, previews } = await measurePreviews(modelsDir, photo);
    taken.withStart?.push(withStart);
    for (const { code, first, next } of previews) {
      taken.first?.push(first);
      taken.next?.push(next);
      if (first > slowest.ms) Object.assign(slowest, { code, ms: first });
    }
  }
  const { first = [], next = [], withStart = [] } = taken;
  figures.previewMilliseconds = Math.round(median(first));
  figures.previewSlowestMilliseconds = Math.round(slowest.ms);
  figures.previewNextMilliseconds = Math.round(median(next));
  figures.previewWithStartMilliseconds = Math.round(median(withStart));
  console.log(
    `first preview of a function ${spread(first)}, slowest ${slowest.code}; ` +
      `further ones ${spread(next)}; with the start of the process ${spread(withStart)}`,
  );
}

/** Each size runs in a separate process to measure its memory peak. */
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

ensureModels();
if (options.quality) {
  await printQualityTable(modelsDir);
  process.exit();
}
const [load = 0] = os.loadavg();
figures.loadAverageAtStart = Number(load.toFixed(1));
if (load > 1) {
  console.log(
    `Load average ${load.toFixed(1)}: other programs on this machine slow the threads down.`,
  );
}
console.log(`Speed, chelsea.png (451 × 300) ×4, ${runs} runs each, median (least to most)`);
for (const quality of qualities) await compareSpeed(quality);

console.log('\nInterpolated flat areas, compared with the network everywhere');
for (const photo of photos) await compareFlatAreas(photo, 'fast');

console.log('\nQuality after shrinking and enlarging: PSNR, SSIM');
const quality: QualityRow[] = [];
for (const scale of [2, 4] as const) {
  for (const photo of photos) quality.push(...(await measureQuality(photo, scale)));
}

figures.mostLossDecibels = Number(Math.max(...losses.map((one) => one.decibels)).toFixed(3));
const lossSsimOf = (some: typeof losses) =>
  Number(Math.max(...some.map((one) => one.ssim)).toFixed(4));
figures.mostLossSsim = lossSsimOf(losses.filter((one) => one.quality !== 'crisp'));
figures.mostLossSsimCrisp = lossSsimOf(losses.filter((one) => one.quality === 'crisp'));

console.log('\nPreview of a piece of the photo, before a start');
await recordPreviews();

console.log('\nFrom file to file: speed in megapixels of the input, peak memory of the process');
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
figures.peakMegabytes = Math.max(...peaks.map(([, megabytes]) => megabytes));
const met =
  Math.min(ratios.fast ?? 0, ratios.fine ?? 0) >= targets.leastSpeedRatio &&
  Math.min(ratios.fastEfficiency ?? 0, ratios.fineEfficiency ?? 0) >= targets.leastEfficiency &&
  figures.mostLossDecibels <= targets.mostLossDecibels &&
  figures.mostLossSsim <= targets.mostLossSsim &&
  figures.mostLossSsimCrisp <= targets.mostLossSsimCrisp &&
  quality.every(({ gain }) => gain > targets.leastPsnrGainDecibels) &&
  figures.peakMegabytes < targets.mostPeakMegabytes;
console.log(met ? '\nAll targets met.' : '\nA target was missed.');
if (options.json) {
  console.log(JSON.stringify({ name: 'engine', figures, ratios, targets, met }));
}
