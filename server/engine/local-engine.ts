import { mkdir } from 'node:fs/promises';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { FoundRegion } from '../../machines/model/regions.ts';
import type { Accelerator } from '../platform/config/runtime-options.ts';
import type { Asker } from './asker.ts';
import { type Calibration, calibrate } from './calibration.ts';
import {
  type Engine,
  EngineError,
  type EngineJob,
  type EngineResult,
  type ImageInfo,
  type RegionSearch,
} from './engine.port.ts';
import type { PreviewPicture, PreviewRequest } from './engine-preview.ts';
import { type FunctionManifest, type InputLimits, photoLimits } from './functions/manifest.ts';
import type { InspectOrder } from './inspect.child.ts';
import { type AcceleratorBlame, blameFor, noBlame } from './network/accelerator-blame.ts';
import { takeBackTries } from './network/choices-file.ts';
import type { JobRequest } from './pool/pool-job.ts';
import type { ProcessPool } from './pool/process-pool.ts';
import type { PreviewOrder } from './preview.child.ts';
import { ProgressMeter } from './progress-meter.ts';
import { removeTraces, removeUnused } from './remove-traces.ts';
import type { JobOrder } from './run-job.ts';
import type { SearchOrder } from './search.child.ts';
import { largestWorkload, timingKey, timingKeys } from './timing-keys.ts';
import type { Timings } from './timings.ts';
import { whileItAdvances } from './while-it-advances.ts';

/** What the engine is assembled from. */
export interface EngineParts {
  timings: Timings;
  choicesPath: string | undefined;
  accelerators: readonly Accelerator[];
  jobs: ProcessPool<JobOrder, EngineResult>;
  /** null if no account is configured */
  hosted: ProcessPool<JobOrder, EngineResult> | null;
  searches: ProcessPool<SearchOrder, FoundRegion[]>;
  previews: ProcessPool<PreviewOrder, PreviewPicture>;
  inspections: ProcessPool<InspectOrder, ImageInfo>;
}

/** The engine that runs functions in child processes of this machine. */
export class LocalEngine implements Engine {
  readonly #functions: Map<string, FunctionManifest>;
  readonly #parts: EngineParts;
  readonly #openedAt = Date.now();
  /** background measurement, which stops when a job arrives */
  #calibration: Calibration | undefined;

  constructor(functions: FunctionManifest[], parts: EngineParts) {
    this.#functions = new Map(functions.map((manifest) => [manifest.code, manifest]));
    this.#parts = parts;
  }

  /** Measures the functions without a recorded duration. */
  calibrate(): void {
    const { jobs, searches, timings } = this.#parts;
    // A hosted function costs money, so its first real run is measured instead.
    const unknown = this.functions().filter(
      (manifest) => !manifest.hosted && !timingKeys(manifest).every(timings.has),
    );
    this.#calibration = calibrate(unknown, {
      idle: () => Promise.all([jobs.idle(), searches.idle()]),
      warmUp: (job) => this.#runJob(job, {}),
      measure: (job) => this.#measure(job),
    });
  }

  functions() {
    return [...this.#functions.values()];
  }

  estimate(code: string, size: { width: number; height: number }, done?: readonly string[]) {
    const manifest = this.#functions.get(code);
    if (!manifest) return null;
    const key = timingKey(manifest, done ?? largestWorkload(manifest, size));
    const megapixels = (size.width * size.height) / 1e6;
    return this.#parts.timings.estimate(key, manifest.estimatePer === 'run' ? 'any' : megapixels);
  }

  prepare(): void {
    this.#parts.inspections.prepare();
    this.#parts.jobs.prepare();
  }

  preparePreview(): void {
    this.#parts.previews.prepare();
  }

  async inspect(
    file: string,
    code?: string,
    from?: Asker,
    options: OptionValues = {},
  ): Promise<ImageInfo> {
    const rules = code === undefined ? this.#widest() : this.#find(code);
    const { signal } = new AbortController();
    const job = { inputPath: file, rules, options };
    return (await this.#parts.inspections.run({ job, signal, from })).result;
  }

  async findRegions({ code, inputPath, signal, from }: RegionSearch): Promise<FoundRegion[]> {
    this.#find(code);
    this.#calibration?.makeWay();
    return (await this.#parts.searches.run({ job: { code, inputPath }, signal, from })).result;
  }

  async preview(request: PreviewRequest): Promise<PreviewPicture> {
    const { code, options, pictures, image, survey, ...given } = request;
    this.#find(code);
    // The calibration is not stopped for a preview. Otherwise continuous previews would prevent the
    // calibration from finishing.
    const job = { code, options, pictures, image, survey };
    return (await this.#parts.previews.run({ job, ...given })).result;
  }

  async run(job: EngineJob): Promise<EngineResult> {
    if (!this.#find(job.code).hosted) this.#calibration?.makeWay();
    return this.#measure(job);
  }

  /** Runs a job and records its duration. */
  async #measure(job: EngineJob): Promise<EngineResult> {
    const { timings } = this.#parts;
    // The meter is created at the first progress report, because the time in the queue does not
    // count.
    let meter: ProgressMeter | undefined;
    let isReplaced = false;
    const onReplaced = (reason: EngineError) => {
      isReplaced = true;
      job.onReplaced?.(reason);
    };
    const manifest = this.#find(job.code);
    const { result, pixels, isResumed, done } = await this.#runJob(
      { ...job, onReplaced },
      {
        onProgress(report) {
          meter ??= new ProgressMeter(timings.sharesOf(timingKey(manifest)), () =>
            performance.now(),
          );
          job.onProgress(meter.report(report));
        },
        onPartial: (partial) => job.onPartial?.(partial),
        onPause(isPaused) {
          if (meter) job.onProgress(meter.pause(isPaused));
        },
      },
    );
    if (result.kind === 'succeeded' && meter && !isResumed && !isReplaced) {
      timings.learn(timingKey(manifest, done), pixels / 1e6, meter.finish());
    }
    return result;
  }

  async #runJob(
    given: EngineJob,
    hear: Pick<JobRequest<JobOrder>, 'onProgress' | 'onPartial' | 'onPause'>,
  ) {
    const { id, code, options, inputPath, pictures, outputDir, keepDir, signal, pauses } = given;
    const job = { id, code, options, inputPath, pictures, outputDir, ...(keepDir && { keepDir }) };
    await mkdir(outputDir, { recursive: true });
    return await whileItAdvances({ ...given, blame: this.#blameFor(code) }, async (settings) => {
      let hasBegun = false;
      const onBegin = () => {
        hasBegun = true;
      };
      try {
        const { hosted, jobs } = this.#parts;
        if (hosted && this.#find(code).hosted) {
          const order = { ...job, expectedMs: this.#expectedMs(code) };
          return await hosted.run({ job: order, signal, onBegin, ...hear });
        }
        const order = { ...job, ...settings };
        return await jobs.run({ job: order, signal, pauses, onBegin, ...hear });
      } catch (error) {
        // A child process that has died cannot delete its temporary files.
        if (hasBegun) await removeTraces(job);
        else await removeUnused(outputDir);
        throw error;
      }
    });
  }

  /** Returns the middle of the estimate for a function whose duration does not depend on the photo. */
  #expectedMs(code: string): number | undefined {
    const expected = this.#parts.timings.estimate(timingKey(this.#find(code)), 'any');
    return expected ? (expected.lowMs + expected.highMs) / 2 : undefined;
  }

  #blameFor(code: string): AcceleratorBlame {
    const { choicesPath: file, accelerators } = this.#parts;
    if (file === undefined || accelerators.length === 0) return noBlame;
    return blameFor({ file, accelerators, networks: this.#find(code).models });
  }

  async close(): Promise<void> {
    const { jobs, hosted, searches, previews, inspections, timings, choicesPath } = this.#parts;
    await Promise.all([
      this.#calibration?.stop(),
      ...[jobs, hosted, searches, previews, inspections].map((pool) => pool?.close()),
    ]);
    if (choicesPath) takeBackTries(choicesPath, this.#openedAt);
    await timings.flush();
  }

  #find(code: string) {
    const found = this.#functions.get(code);
    if (!found) throw new EngineError('unknown_function', `There is no function "${code}"`);
    return found;
  }

  #widest(): InputLimits {
    const all = this.functions().map(({ limits }) => limits);
    return {
      maxBytes: Math.max(...all.map(({ maxBytes }) => maxBytes)),
      maxPixels: Math.max(...all.map(({ maxPixels }) => maxPixels)),
      maxPixelsByFormat: photoLimits.maxPixelsByFormat,
      minSide: Math.min(...all.map(({ minSide }) => minSide)),
      formats: [...new Set(all.flatMap(({ formats }) => formats))],
    };
  }
}
