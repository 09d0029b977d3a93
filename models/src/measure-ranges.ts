import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { enlargers } from './enlargers.ts';
import { findPackage } from './find-package.ts';
import { readLayersModel } from './layers-model.ts';
import { rangesFileOf } from './ranges.ts';
import { rangesGraph } from './ranges-graph.ts';

/*
 * npm run ranges -w models [-- NETWORK…]
 * Runs the enlarging networks over the sample photos and writes the largest magnitude of each
 * channel to ranges/. These values determine the steps of the 8-bit networks. Run it after weights
 * or photos change, format the files, then run `npm run hashes -w models`. It takes some minutes.
 */

// Prevents usage reports by the runtime. The variable must be set before the first network is
// loaded.
process.env.ORT_DISABLE_TELEMETRY = '1';

const photos = ['astronaut.png', 'chelsea.png', 'coffee.png', 'rocket.jpg'];
const samples = path.resolve(import.meta.dirname, '../../tests/photos');
const side = 128;
/** Selects every fourth tile at full size, and all tiles of two smaller copies. */
const views = [
  { shrink: 1, stride: 2 * side },
  { shrink: 2, stride: side },
  { shrink: 4, stride: side },
];

async function* tiles(): AsyncGenerator<Tensor> {
  for (const photo of photos) {
    for (const { shrink, stride } of views) {
      const file = path.join(samples, photo);
      const { width: whole } = await sharp(file).metadata();
      const { data, info } = await sharp(file)
        .removeAlpha()
        .resize(Math.floor(whole / shrink), null, { kernel: 'cubic' })
        .png()
        .toBuffer({ resolveWithObject: true });
      for (let top = 0; top < info.height; top += stride) {
        for (let left = 0; left < info.width; left += stride) {
          const width = Math.min(side, info.width - left);
          const height = Math.min(side, info.height - top);
          const area = sharp(data).extract({ left, top, width, height });
          yield planesOf(await area.raw().toBuffer(), width, height);
        }
      }
    }
  }
}

function planesOf(rgb: Buffer, width: number, height: number): Tensor {
  const pixels = width * height;
  const planes = Float32Array.from({ length: 3 * pixels }, (_, index) => {
    return (rgb[(index % pixels) * 3 + Math.floor(index / pixels)] ?? 0) / 255;
  });
  return new Tensor('float32', planes, [1, 3, height, width]);
}

async function measure(session: InferenceSession, layers: string[]) {
  const most = new Map<string, number[]>();
  for await (const input of tiles()) {
    const outputs = await session.run({ input });
    for (const layer of layers) {
      const before = most.get(layer) ?? [];
      const low = outputs[`${layer} min`]?.data as Float32Array;
      const high = outputs[`${layer} max`]?.data as Float32Array;
      const now = Array.from(low, (value, channel) =>
        Math.max(Math.abs(value), Math.abs(high[channel] ?? 0), before[channel] ?? 0),
      );
      most.set(layer, now);
    }
  }
  return most;
}

/** The value is at least 1e-6, because the steps of the 8-bit networks are divided by it. */
const text = (value: number) => Number(Math.max(value, 1e-6).toPrecision(3));

const wanted = new Set(process.argv.slice(2));

for (const { name, from, folder, rangesOf } of enlargers) {
  if (rangesOf || (wanted.size > 0 && !wanted.has(name))) continue;
  const model = await readLayersModel(path.join(findPackage(from), folder));
  const { file, layers } = rangesGraph(model);
  const session = await InferenceSession.create(file);
  const ranges = await measure(session, layers);
  await session.release();
  const lines = [...ranges].map(
    ([layer, values]) => `  ${JSON.stringify(layer)}: [${values.map(text).join(', ')}]`,
  );
  await writeFile(rangesFileOf(name), `{\n${lines.join(',\n')}\n}\n`);
  console.log(
    `${path.relative(process.cwd(), rangesFileOf(name))}: ranges of ${lines.length} layers written`,
  );
}
