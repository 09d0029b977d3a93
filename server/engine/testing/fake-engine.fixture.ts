import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { FoundRegion } from '../../../machines/model/regions.ts';
import type { Asker } from '../asker.ts';
import {
  type DurationRange,
  type Engine,
  EngineError,
  type EngineErrorCode,
  type EngineFile,
  type EngineJob,
  type EngineResult,
} from '../engine.port.ts';
import type { PreviewPicture, PreviewRequest } from '../engine-preview.ts';
import { type FunctionManifest, photoLimits } from '../functions/manifest.ts';
import { manifests } from '../functions/manifests.ts';

const limits = { ...photoLimits, maxBytes: 2_000_000, maxPixels: 4_000_000, minSide: 16 };

/** Returns a built-in function with fixed price and limits. */
function manifestOf(code: string, price: { credits: number; unit: 1 | 2 }): FunctionManifest {
  const found = manifests.find((manifest) => manifest.code === code);
  if (!found) throw new Error(`There is no function ${code}.`);
  return { ...found, ...price, limits };
}

const offered = [
  manifestOf('upscale-2x-fast', { credits: 4, unit: 1 }),
  manifestOf('enhance', { credits: 3, unit: 2 }),
  manifestOf('face-blur', { credits: 2, unit: 1 }),
  manifestOf('cut-out', { credits: 1, unit: 1 }),
];

type Behaviour = (job: EngineJob) => Promise<'succeed' | 'reject'>;

type Previewing = (request: PreviewRequest) => Promise<PreviewPicture>;

type Searching = () => Promise<FoundRegion[]>;

/** An engine for tests of other code. It writes real files and runs no networks. */
export type FakeEngine = Engine & {
  /** ids of the started jobs */
  started: string[];
  /** owners that requested inspections and searches */
  asked: Asker[];
  /** sets the behaviour of the following jobs; by default they succeed */
  behave(behaviour: Behaviour): void;
  /** makes the next inspection refuse the photo */
  refuseNext(code: EngineErrorCode): void;
  /** resolves when `count` searches have begun since the last `answerSearches` */
  searchesReach(count: number): Promise<void>;
  /** sets the result of searches; by default they find nothing */
  answerSearches(searching: Searching): void;
  /** sets the result of previews; by default they return the picture unchanged */
  answerPreviews(making: Previewing): void;
  /** sets the estimated duration per megapixel */
  expectRuns(estimate: DurationRange): void;
};

async function write(job: EngineJob, name: string, width: number): Promise<EngineFile> {
  const path = join(job.outputDir, `${job.id}-${name}.webp`);
  const info = await sharp(job.inputPath).resize(width).webp().toFile(path);
  return { path, mime: 'image/webp', width: info.width, height: info.height, bytes: info.size };
}

async function produce(job: EngineJob): Promise<EngineResult> {
  await mkdir(job.outputDir, { recursive: true });
  job.onProgress({ stage: 'writing', fraction: 0.9, remaining: { lowMs: 10, highMs: 20 } });
  return {
    kind: 'succeeded',
    result: await write(job, 'result', 64),
    before: await write(job, 'before', 32),
    after: await write(job, 'after', 32),
    thumbnail: await write(job, 'thumbnail', 16),
  };
}

/** Rejects when the job is cancelled. Used for behaviours that never finish. */
export const cancelled = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const fail = () => reject(new EngineError('cancelled', 'cancelled'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });

export function createFakeEngine(): FakeEngine {
  let behaviour: Behaviour = async () => 'succeed';
  let estimate: DurationRange = { lowMs: 100, highMs: 200 };
  let previewing: Previewing = async ({ image }) => ({ image, width: 64, height: 64 });
  let searching: Searching = async () => [];
  let refused: EngineErrorCode | null = null;
  let searches = 0;
  let onSearch = () => {};
  const started: string[] = [];
  const asked: Asker[] = [];

  return {
    started,
    asked,
    behave(next) {
      behaviour = next;
    },
    answerSearches(next) {
      searching = next;
      searches = 0;
    },
    refuseNext(code) {
      refused = code;
    },
    searchesReach: (count) =>
      new Promise((resolve) => {
        onSearch = () => {
          if (searches >= count) resolve();
        };
        onSearch();
      }),
    answerPreviews(next) {
      previewing = next;
    },
    functions: () => offered,
    expectRuns(range) {
      estimate = range;
    },
    estimate: () => estimate,
    prepare() {},
    preparePreview() {},
    async inspect(path, _code, from) {
      if (from) asked.push(from);
      const code = refused;
      refused = null;
      if (code) throw new EngineError(code, 'refused by the fake engine');
      const metadata = await sharp(path)
        .metadata()
        .catch((error) => {
          throw new EngineError('not_an_image', 'not an image', { cause: error });
        });
      const { width, height, size = 0 } = metadata;
      if (Math.min(width, height) < limits.minSide) {
        throw new EngineError('image_too_small', `${width} x ${height}`);
      }
      const found = { width, height, pixels: width * height, bytes: size, hasAlpha: false };
      return { ...found, format: 'png', mime: 'image/png' };
    },
    async findRegions({ signal, from }) {
      if (from) asked.push(from);
      searches += 1;
      onSearch();
      return Promise.race([searching(), cancelled(signal)]);
    },
    async preview(request) {
      return Promise.race([previewing(request), cancelled(request.signal)]);
    },
    async run(job) {
      started.push(job.id);
      job.onProgress({ stage: 'reading', fraction: 0.1 });
      const outcome = await Promise.race([behaviour(job), cancelled(job.signal)]);
      if (outcome === 'reject') return { kind: 'rejected', reason: 'no_face' };
      try {
        return await produce(job);
      } catch (error) {
        await rm(job.outputDir, { recursive: true, force: true });
        throw error;
      }
    },
    close: async () => {},
  };
}
