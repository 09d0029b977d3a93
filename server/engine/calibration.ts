import { randomFillSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EngineError, type EngineJob } from './engine.port.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import { TiffSink } from './image/tiff-sink.ts';

/** Side lengths of the warm-up picture and the measured picture, in pixels. */
const warmUpSide = 48;
const measuredSide = 192;

interface CalibrationRuns {
  /** resolves when no job runs or waits */
  idle(): Promise<unknown>;
  /** loads the function's network first, because the first run takes unusually long */
  warmUp(job: EngineJob): Promise<unknown>;
  measure(job: EngineJob): Promise<unknown>;
}

export interface Calibration {
  /**
   * Stops the measurement so that a visitor's job can run. The measurement continues when the
   * workers are idle.
   */
  makeWay(): void;
  stop(): Promise<void>;
}

/**
 * Runs each function once on a small picture, so that the first visitor already gets an estimate
 * based on a measurement. A function that rejects the picture has no estimate until its first real
 * run.
 */
export function calibrate(functions: FunctionManifest[], runs: CalibrationRuns): Calibration {
  const stopping = new AbortController();
  let pass = new AbortController();
  const nextSignal = () => {
    pass = new AbortController();
    return AbortSignal.any([stopping.signal, pass.signal]);
  };
  // Failures are ignored, because estimates are optional. The first real runs are measured instead.
  const finished = measureAll(functions, runs, { nextSignal, isStopping }).catch(() => undefined);
  function isStopping() {
    return stopping.signal.aborted;
  }
  return {
    makeWay: () => pass.abort(),
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

interface Attempts {
  nextSignal(): AbortSignal;
  isStopping(): boolean;
}

async function measureAll(
  functions: FunctionManifest[],
  runs: CalibrationRuns,
  attempts: Attempts,
): Promise<void> {
  if (functions.length === 0) return;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-calibration-'));
  try {
    const small = path.join(folder, 'small.tiff');
    const picture = path.join(folder, 'picture.tiff');
    await writePicture(small, warmUpSide);
    await writePicture(picture, measuredSide);
    const jobs = functions.flatMap(({ code, workloads = [{ options: [] }] }) => {
      const separate = workloads.flatMap(({ options }) => options);
      return workloads.map(({ options: done }) => ({
        code,
        options: Object.fromEntries(separate.map((name) => [name, done.includes(name)])),
      }));
    });
    for (const { code, options } of jobs) {
      const outputDir = path.join(folder, 'out');
      const job = { id: 'picture', code, options, outputDir, onProgress() {} };
      await untilDone(attempts, async (signal) => {
        await runs.idle();
        await runs.warmUp({ ...job, inputPath: small, signal });
        await runs.measure({ ...job, inputPath: picture, signal });
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Refusals of the grey picture, which shows no object and on which nothing is painted. */
const unsuited: readonly string[] = ['no_object', 'nothing_painted'];

/** Repeats an interrupted measurement until one is complete. */
async function untilDone(attempts: Attempts, work: (signal: AbortSignal) => Promise<void>) {
  while (!attempts.isStopping()) {
    const signal = attempts.nextSignal();
    try {
      await work(signal);
      return;
    } catch (error) {
      if (signal.aborted) continue;
      if (error instanceof EngineError && unsuited.includes(error.code)) return;
      throw error;
    }
  }
}

/** Writes a grey picture with noise as a TIFF. This needs no decoder or encoder in this process. */
async function writePicture(target: string, side: number): Promise<void> {
  const pixels = randomFillSync(new Uint8Array(side * side * 3)).map((value) => 96 + value / 4);
  const sink = await TiffSink.create(target, { width: side, height: side, channels: 3, icc: null });
  await sink.write(pixels);
  await sink.finish();
}
