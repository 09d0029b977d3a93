import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Engine, EngineJob, EnginePartial, EngineProgress } from './engine.port.ts';
import { createEngine } from './engine.ts';
import { PauseSwitch } from './pause-switch.ts';
import { negativeManifest, writeModelsFolder } from './testing/negative-model.ts';
import { bundledPhoto, temporaryFolder } from './testing/pictures.ts';
import { childrenOf } from './testing/processes.ts';

/*
 * Nearly all of a tile is margin, so a job has many strips. A process then finishes some of them
 * before a pause arrives.
 */

const manifest = { ...negativeManifest, tile: 256, margin: 116 };
const side = manifest.tile - 2 * manifest.margin;
const strips = 15;
const tilesInStrip = 8;
const settings = { code: 'negative', options: {} };

let engine: Engine;
const folder = temporaryFolder();
let photo: string;
let transparent: string;
let whole: Buffer;
const onReplaced = vi.fn();

const openEngine = async () =>
  await createEngine({
    modelsDir: folder,
    operatorModelsDir: path.join(folder, 'models'),
    calibrate: false,
    timingsPath: path.join(folder, 'timings.json'),
  });

beforeAll(async () => {
  photo = path.join(folder, 'photo.png');
  const size = { width: side * tilesInStrip - 5, height: side * strips - 7 };
  const coffee = sharp(bundledPhoto('coffee.png'))
    .removeAlpha()
    .resize({ ...size, fit: 'fill' });
  await coffee.clone().toFile(photo);
  transparent = path.join(folder, 'transparent.png');
  const fading = { create: { ...size, channels: 4 as const, background: '#4080c060' } };
  const shape = await sharp(fading).png().toBuffer();
  await coffee
    .clone()
    .ensureAlpha()
    .composite([{ input: shape, blend: 'dest-in' }])
    .toFile(transparent);
  await writeModelsFolder(path.join(folder, 'models'), { 'negative.json': manifest });
  engine = await openEngine();
  whole = (await run({})).bytes;
});

afterAll(() => engine.close());

async function makeFolder(): Promise<string> {
  return await mkdtemp(path.join(folder, 'kept-'));
}

let jobs = 0;
type Given = Partial<EngineJob> & { on?: Engine };

/** Runs the function. Returns the result and the number of computed tiles. */
async function run({ on = engine, onProgress, ...given }: Given) {
  jobs += 1;
  const reports: EngineProgress[] = [];
  const result = await on.run({
    ...settings,
    id: `job-${jobs}`,
    outputDir: path.join(folder, `out-${jobs}`),
    inputPath: photo,
    signal: new AbortController().signal,
    onReplaced,
    ...given,
    onProgress(progress) {
      reports.push(progress);
      onProgress?.(progress);
    },
  });
  if (result.kind !== 'succeeded') throw new Error('rejected');
  const tiles = new Set(
    reports.filter(({ stage }) => stage === 'running').map((one) => one.fraction),
  );
  return { bytes: await readFile(result.result.path), tiles: tiles.size - 1, reports };
}

/** Pauses a job after some strips, then calls `then`. */
function inTheMiddle(then: () => void) {
  const pauses = new PauseSwitch();
  return {
    pauses,
    onProgress({ stage, fraction, paused }: EngineProgress) {
      if (paused?.now) then();
      else if (stage === 'running' && fraction > 0.3) pauses.set(true);
    },
  };
}

function killChildren(before: number[]): void {
  for (const child of childrenOf(process.pid)) {
    if (!before.includes(child)) process.kill(child, 'SIGKILL');
  }
}

/** Returns the `keepDir` of a job that was stopped halfway, as a stop of the server does. */
async function interrupted(given: Given = {}): Promise<string> {
  const keepDir = await makeFolder();
  const controller = new AbortController();
  const { signal } = controller;
  const steered = inTheMiddle(() => controller.abort());
  await expect(run({ ...given, ...steered, keepDir, signal })).rejects.toMatchObject({
    code: 'cancelled',
  });
  expect((await readdir(keepDir)).sort()).toEqual(['checkpoint.json', 'rows.tiff']);
  return keepDir;
}

it('continues in another process when the first is killed, and gives the same bytes', async () => {
  onReplaced.mockClear();
  const keepDir = await makeFolder();
  const before = childrenOf(process.pid);
  let isKilled = false;
  const { pauses, onProgress } = inTheMiddle(() => {
    if (isKilled) return;
    isKilled = true;
    killChildren(before);
    pauses.set(false);
  });
  const own = await openEngine();
  const { bytes, reports } = await run({
    on: own,
    keepDir,
    pauses,
    onProgress: (progress) => isKilled || onProgress(progress),
  });
  await own.close();
  expect(bytes.equals(whole)).toBe(true);
  expect(onReplaced).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'engine_failed', cause: expect.stringMatching(/SIGKILL/) }),
  );
  const fractions = reports.map(({ fraction }) => fraction);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
});

it.each([
  ['without transparency', () => photo],
  ['with transparency', () => transparent],
] as const)('a photo %s continues after the last strip of a stopped run', async (_, of) => {
  const inputPath = of();
  const reference = await run({ inputPath });
  const all = strips * tilesInStrip;
  expect(reference.tiles).toBe(all);
  const keepDir = await interrupted({ inputPath });
  const { rows } = JSON.parse(await readFile(path.join(keepDir, 'checkpoint.json'), 'utf8'));
  const done = rows / manifest.scale / side;
  expect(done).toBeGreaterThan(1);
  const own = await openEngine();
  const resumed = await run({ on: own, inputPath, keepDir });
  await own.close();
  expect(resumed.bytes.equals(reference.bytes)).toBe(true);
  expect(resumed.tiles).toBe(all - done * tilesInStrip + 1);
  const running = resumed.reports.filter(({ stage }) => stage === 'running');
  const [start = 0, first = 0] = running.map(({ fraction }) => fraction);
  const end = running.at(-1)?.fraction ?? 0;
  expect((first - start) / (end - start)).toBeCloseTo(done / strips);
});

it.each([
  ['without transparency', () => photo],
  ['with transparency', () => transparent],
] as const)(
  'a photo %s: the partial picture shows the finished rows of the result',
  async (_, of) => {
    const inputPath = of();
    const keepDir = await interrupted({ inputPath });
    const partials: { partial: EnginePartial; bytes: Buffer }[] = [];
    const { bytes } = await run({
      inputPath,
      keepDir,
      // Reads the file at once, because it is deleted when the job ends.
      onPartial: (partial) => partials.push({ partial, bytes: readFileSync(partial.path) }),
    });
    const [shown] = partials;
    if (!shown) throw new Error('no picture');
    const { width, height, share } = shown.partial;
    const rows = Math.round(share * height);
    expect(rows).toBeGreaterThan(height / strips);
    expect(rows).toBeLessThan(height);
    const cut = { left: 0, top: 0, width, height: rows };
    const premultiplied = (image: Sharp) => image.flatten({ background: '#000' }).raw().toBuffer();
    const finished = await premultiplied(sharp(await sharp(shown.bytes).extract(cut).toBuffer()));
    const small = await sharp(bytes).resize(width, height, { fit: 'fill' }).png().toBuffer();
    const wanted = await premultiplied(sharp(await sharp(small).extract(cut).toBuffer()));
    expect(meanDifference(finished, wanted)).toBeLessThan(6);
    // Unfinished rows are transparent and do not show the original photo.
    const below = { left: 0, top: rows, width, height: height - rows };
    const unfinished = await sharp(shown.bytes).extract(below).extractChannel(3).raw().toBuffer();
    expect(unfinished.every((opacity) => opacity === 0)).toBe(true);
    const before = await sharp(inputPath).resize(width, height, { fit: 'fill' }).png().toBuffer();
    const other = await premultiplied(sharp(await sharp(before).extract(cut).toBuffer()));
    expect(meanDifference(finished, other)).toBeGreaterThan(25);
  },
);

function meanDifference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) {
    sum += Math.abs((one[index] ?? 0) - (other[index] ?? 0));
  }
  return sum / one.length;
}

it('does not learn from the duration of a resumed run', async () => {
  const text = async () => await readFile(path.join(folder, 'timings.json'), 'utf8');
  const own = await openEngine();
  const keepDir = await interrupted({ on: own });
  const before = await text();
  await run({ on: own, keepDir });
  await own.close();
  expect(await text()).toBe(before);
});

it('only writes the files if all rows are done', async () => {
  const keepDir = await makeFolder();
  await run({ keepDir });
  const again = await run({ keepDir });
  expect(again.bytes.equals(whole)).toBe(true);
  expect(again.tiles).toBe(1);
});

const checkpointIn = (keepDir: string) => path.join(keepDir, 'checkpoint.json');
const rowsIn = (keepDir: string) => path.join(keepDir, 'rows.tiff');

async function change(file: string, edit: (text: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, 'utf8')));
}

it.each<[string, (keepDir: string) => Promise<void>]>([
  ['half a checkpoint', (kept) => change(checkpointIn(kept), (text) => text.slice(0, 20))],
  ['an empty checkpoint', (kept) => writeFile(checkpointIn(kept), '')],
  [
    'more rows than strips',
    (kept) => change(checkpointIn(kept), (text) => text.replace(/"rows":/, '"rows":1')),
  ],
  ['truncated rows', (kept) => truncate(rowsIn(kept), 40_000)],
  ['no rows', async (kept) => await truncate(rowsIn(kept), 0)],
  [
    'other rows',
    async (kept) => {
      const file = await open(rowsIn(kept), 'r+');
      await file.write(Buffer.from([1, 2, 3]), 0, 3, 30_000);
      await file.close();
    },
  ],
])('restarts from %s', async (_what, damage) => {
  const keepDir = await interrupted();
  await damage(keepDir);
  const { bytes, tiles } = await run({ keepDir });
  expect(bytes.equals(whole)).toBe(true);
  expect(tiles).toBe(strips * tilesInStrip);
});

it('restarts if the unfinished result belongs to another photo', async () => {
  const keepDir = await interrupted({ inputPath: transparent });
  const { bytes, tiles } = await run({ keepDir });
  expect(bytes.equals(whole)).toBe(true);
  expect(tiles).toBe(strips * tilesInStrip);
});

it('restarts if the network is another file', async () => {
  const keepDir = await interrupted();
  const network = path.join(folder, 'models', 'negative.onnx');
  await writeFile(network, await readFile(network));
  const { bytes, tiles } = await run({ keepDir });
  expect(bytes.equals(whole)).toBe(true);
  expect(tiles).toBe(strips * tilesInStrip);
});

it('fails if two processes in a row finish no further strip', async () => {
  onReplaced.mockClear();
  const keepDir = await interrupted();
  const before = childrenOf(process.pid);
  const own = await openEngine();
  const poisoned = run({
    on: own,
    keepDir,
    onProgress({ stage }) {
      if (stage === 'running') killChildren(before);
    },
  });
  await expect(poisoned).rejects.toMatchObject({ code: 'engine_failed' });
  await own.close();
  expect(onReplaced.mock.calls.length).toBeLessThanOrEqual(2);
});

it('fails at once if its process dies before the first strip is finished', async () => {
  onReplaced.mockClear();
  const keepDir = await makeFolder();
  const before = childrenOf(process.pid);
  const own = await openEngine();
  const failing = run({ on: own, keepDir, onProgress: () => killChildren(before) });
  await expect(failing).rejects.toMatchObject({ code: 'engine_failed' });
  await own.close();
  expect(onReplaced).not.toHaveBeenCalled();
});

it('does not recreate a removed work folder', async () => {
  const keepDir = path.join(folder, 'removed');
  await expect(run({ keepDir })).rejects.toMatchObject({ code: 'engine_failed' });
  await mkdir(keepDir);
  expect(await readdir(keepDir)).toEqual([]);
});
