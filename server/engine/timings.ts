import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { DurationRange, EngineProgress } from './engine.port.ts';

type Stage = EngineProgress['stage'];
export type StageShares = Record<Stage, number>;

const shares = z.object({
  reading: z.number(),
  detecting: z.number(),
  running: z.number(),
  writing: z.number(),
});

const timingsFile = z.record(
  z.string(),
  z.object({
    samples: z.array(z.object({ megapixels: z.number().positive(), ms: z.number().positive() })),
    shares,
  }),
);

const defaultShares: StageShares = { reading: 0.08, detecting: 0, running: 0.72, writing: 0.2 };
const samplesKept = 12;
const samplesUsed = 5;
/**
 * Samples whose size differs by a larger factor are ignored, because small pictures take longer per
 * pixel.
 */
const similarSize = 4;
/** Lowest and highest factor of an estimated duration, because the machine's load varies. */
const spread = { low: 0.75, high: 1.35 };

/** Stores the durations of earlier runs, from which all estimates are made. */
export class Timings {
  readonly #path: string | undefined;
  #known: z.infer<typeof timingsFile> = {};
  #saving: Promise<void> = Promise.resolve();

  private constructor(path: string | undefined) {
    this.#path = path;
  }

  /** Reads the stored durations. An unreadable file is ignored, because estimates are optional. */
  static async open(path?: string): Promise<Timings> {
    const timings = new Timings(path);
    if (path && existsSync(path)) {
      const text = await readFile(path, 'utf8');
      const parsed = timingsFile.safeParse(parseJson(text));
      if (parsed.success) timings.#known = parsed.data;
    }
    return timings;
  }

  readonly has = (code: string): boolean => this.#known[code] !== undefined;

  sharesOf(code: string): StageShares {
    return this.#known[code]?.shares ?? defaultShares;
  }

  /**
   * Estimates the duration in proportion to the pixels. Runs of similar size count most. Use `any`
   * for functions whose duration hardly depends on the size. The result is then the range of all
   * runs.
   */
  estimate(code: string, megapixels: number | 'any'): DurationRange | null {
    const samples = this.#known[code]?.samples ?? [];
    if (megapixels === 'any') return rangeOf(samples.map(({ ms }) => ms));
    const distance = (sample: { megapixels: number }) =>
      Math.abs(Math.log(sample.megapixels / megapixels));
    const byDistance = samples.toSorted((a, b) => distance(a) - distance(b));
    const similar = byDistance.filter((sample) => distance(sample) <= Math.log(similarSize));
    const nearest = (similar.length > 0 ? similar : byDistance.slice(0, 1)).slice(0, samplesUsed);
    return rangeOf(nearest.map((sample) => (sample.ms / sample.megapixels) * megapixels));
  }

  /** Records a completed run. `stageMs` is the duration of each stage. */
  learn(code: string, megapixels: number, stageMs: StageShares): void {
    const ms = stageMs.reading + stageMs.detecting + stageMs.running + stageMs.writing;
    if (ms <= 0 || megapixels <= 0) return;
    const samples = [...(this.#known[code]?.samples ?? []), { megapixels, ms }];
    const share = (stage: Stage) => stageMs[stage] / ms;
    this.#known[code] = {
      samples: samples.slice(-samplesKept),
      shares: {
        reading: share('reading'),
        detecting: share('detecting'),
        running: share('running'),
        writing: share('writing'),
      },
    };
    this.#saving = this.#saving.then(() => this.#save()).catch(() => undefined);
  }

  /** Resolves when all samples are on disk. */
  flush(): Promise<void> {
    return this.#saving;
  }

  async #save(): Promise<void> {
    if (!this.#path) return;
    const temporary = `${this.#path}.${process.pid}.tmp`;
    await writeFile(temporary, JSON.stringify(this.#known));
    await rename(temporary, this.#path);
  }
}

function rangeOf(durations: number[]): DurationRange | null {
  if (durations.length === 0) return null;
  return {
    lowMs: Math.round(Math.min(...durations) * spread.low),
    highMs: Math.round(Math.max(...durations) * spread.high),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
