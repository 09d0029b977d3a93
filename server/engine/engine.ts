import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Region } from '../../machines/model/regions.ts';
import { type Calibration, calibrate } from './calibration.ts';
import {
  type Engine,
  EngineError,
  type EngineJob,
  type EngineOptions,
  type EngineResult,
  type RegionSearch,
} from './engine.port.ts';
import type { FunctionManifest, InputLimits } from './functions/manifest.ts';
import { manifests } from './functions/manifests.ts';
import { readOperatorModels } from './functions/operator-model/read-models.ts';
import { inspectImage, inspectInput } from './image/inspect.ts';
import { ProgressMeter } from './progress-meter.ts';
import { Timings } from './timings.ts';
import { type SearchJob, workDirOf } from './worker-messages.ts';
import { WorkerPool } from './worker-pool.ts';

const jobFile = new URL('./engine.worker.ts', import.meta.url);
const searchFile = new URL('./search.worker.ts', import.meta.url);

type Searches = WorkerPool<SearchJob, Region[]>;

/**
 * Starts the engine that runs networks on this machine. Offers the functions whose networks are in
 * `modelsDir`, and every model of `operatorModelsDir`; throws when a manifest there is faulty.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  // Every photo is decoded once: a cache would only keep memory.
  sharp.cache(false);
  const { modelsDir, operatorModelsDir, workers = 1, timingsPath } = options;
  const operatorModels = operatorModelsDir ? await readOperatorModels(operatorModelsDir) : [];
  const functions = [...manifests, ...operatorModels].filter(({ models }) =>
    models.every((name) => existsSync(path.join(modelsDir, name))),
  );
  const timings = await Timings.open(timingsPath);
  const settings = { modelsDir, manifests: functions };
  const pool = new WorkerPool(jobFile, settings, workers);
  const openSearches = (): Searches => new WorkerPool(searchFile, settings, 1);
  const engine = new LocalEngine(functions, { pool, timings, openSearches });
  if (options.calibrate ?? true) {
    const unknown = functions.filter(({ code }) => !timings.has(code));
    engine.keep(
      calibrate(unknown, {
        idle: () => pool.idle(),
        warmUp: (job) => pool.run(job),
        measure: (job) => engine.measure(job),
      }),
    );
  }
  return engine;
}

interface Parts {
  pool: WorkerPool;
  timings: Timings;
  openSearches(): Searches;
}

class LocalEngine implements Engine {
  readonly #functions: Map<string, FunctionManifest>;
  readonly #pool: WorkerPool;
  readonly #timings: Timings;
  readonly #openSearches: () => Searches;
  /** its thread starts with the first search */
  #searches: Searches | undefined;
  #calibration: Calibration | undefined;

  constructor(functions: FunctionManifest[], { pool, timings, openSearches }: Parts) {
    this.#functions = new Map(functions.map((manifest) => [manifest.code, manifest]));
    this.#pool = pool;
    this.#timings = timings;
    this.#openSearches = openSearches;
  }

  /** Background work that yields to jobs and stops before the workers end. */
  keep(calibration: Calibration): void {
    this.#calibration = calibration;
  }

  functions() {
    return [...this.#functions.values()];
  }

  estimate(code: string, { width, height }: { width: number; height: number }) {
    const per = this.#functions.get(code)?.estimatePer;
    return this.#timings.estimate(code, per === 'run' ? 'any' : (width * height) / 1e6);
  }

  async inspect(file: string, code?: string) {
    if (code === undefined) return inspectImage(file, this.#widest());
    return inspectInput(file, this.#find(code));
  }

  async findRegions(search: RegionSearch): Promise<Region[]> {
    this.#find(search.code);
    this.#calibration?.makeWay();
    this.#searches ??= this.#openSearches();
    const { result } = await this.#searches.run({ ...search, onProgress: () => undefined });
    return result;
  }

  async run(job: EngineJob): Promise<EngineResult> {
    this.#find(job.code);
    this.#calibration?.makeWay();
    return this.measure(job);
  }

  /** Runs a job and records how long it took. */
  async measure(job: EngineJob): Promise<EngineResult> {
    const shares = this.#timings.sharesOf(job.code);
    const meter = new ProgressMeter(shares, () => performance.now());
    const { result, pixels } = await this.#runInWorker(job, meter);
    if (result.kind === 'succeeded') {
      this.#timings.learn(job.code, pixels / 1e6, meter.finish());
    }
    return result;
  }

  async #runInWorker(job: EngineJob, meter: ProgressMeter) {
    try {
      return await this.#pool.run({
        ...job,
        onProgress: (report) => job.onProgress(meter.report(report)),
      });
    } catch (error) {
      // A worker that died could not tidy up after itself.
      await rm(workDirOf(job), { recursive: true, force: true });
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#calibration?.stop();
    await Promise.all([this.#pool.close(), this.#searches?.close()]);
    await this.#timings.flush();
  }

  #find(code: string) {
    const found = this.#functions.get(code);
    if (!found) throw new EngineError('unknown_function', `No function "${code}"`);
    return found;
  }

  #widest(): InputLimits {
    const all = this.functions().map(({ limits }) => limits);
    return {
      maxBytes: Math.max(...all.map(({ maxBytes }) => maxBytes)),
      maxPixels: Math.max(...all.map(({ maxPixels }) => maxPixels)),
      minSide: Math.min(...all.map(({ minSide }) => minSide)),
      formats: [...new Set(all.flatMap(({ formats }) => formats))],
    };
  }
}
