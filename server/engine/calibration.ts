import { randomFillSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EngineError, type EngineJob } from './engine.port.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import { TiffSink } from './image/tiff-sink.ts';

/** Sides of the warm-up picture and the measured picture, pixels. */
const warmUpSide = 48;
const measuredSide = 192;

interface CalibrationRuns {
  /** resolves when no job runs or waits */
  idle(): Promise<unknown>;
  /** loads what the function needs; its duration is not typical */
  warmUp(job: EngineJob): Promise<unknown>;
  measure(job: EngineJob): Promise<unknown>;
}

export interface Calibration {
  /** Frees the workers for a visitor's job; continues when they are idle again. */
  makeWay(): void;
  stop(): Promise<void>;
}

/**
 * Runs each function once on a small picture, so that even the first visitor sees a measured
 * duration. A function that refuses the picture stays without an estimate until its first real run.
 */
export function calibrate(functions: FunctionManifest[], runs: CalibrationRuns): Calibration {
  const stopping = new AbortController();
  let pass = new AbortController();
  const nextSignal = () => {
    pass = new AbortController();
    return AbortSignal.any([stopping.signal, pass.signal]);
  };
  // An estimate is optional. Without one, the first real runs are measured.
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
    for (const { code } of functions) {
      const outputDir = path.join(folder, 'out');
      const job = { id: 'picture', code, options: {}, outputDir, onProgress() {} };
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

/** Repeats the measurement if it was interrupted. */
async function untilDone(attempts: Attempts, work: (signal: AbortSignal) => Promise<void>) {
  while (!attempts.isStopping()) {
    const signal = attempts.nextSignal();
    try {
      await work(signal);
      return;
    } catch (error) {
      if (signal.aborted) continue;
      if (error instanceof EngineError && error.code === 'no_object') return;
      throw error;
    }
  }
}

/** Writes noise around grey without a decoder or an encoder in this process. */
async function writePicture(target: string, side: number): Promise<void> {
  const pixels = randomFillSync(new Uint8Array(side * side * 3)).map((value) => 96 + value / 4);
  const sink = await TiffSink.create(target, { width: side, height: side, channels: 3, icc: null });
  await sink.write(pixels);
  await sink.finish();
}
