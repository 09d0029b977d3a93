import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { EngineJob } from './engine.port.ts';
import type { EngineFunction } from './functions/function.ts';

const side = 256;

interface CalibrationRuns {
  /** loads what the function needs; not typical */
  warmUp(job: EngineJob): Promise<unknown>;
  /** a run that is learnt from */
  measure(job: EngineJob): Promise<unknown>;
}

/**
 * Runs each function once on a small picture, so that even the first visitor is told a measured
 * duration. A function that refuses the picture stays without an estimate until its first real run.
 */
export function calibrate(
  functions: EngineFunction[],
  runs: CalibrationRuns,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  // An estimate is a convenience: when it cannot be had, the first real runs will teach it.
  const finished = measureAll(functions, runs, stopping.signal).catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

async function measureAll(
  functions: EngineFunction[],
  { warmUp, measure }: CalibrationRuns,
  signal: AbortSignal,
): Promise<void> {
  if (functions.length === 0) return;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-calibration-'));
  try {
    const inputPath = path.join(folder, 'picture.jpg');
    await writePicture(inputPath);
    for (const { description } of functions) {
      const { code } = description;
      const job = { id: 'picture', code, inputPath, outputDir: folder, signal, onProgress() {} };
      await warmUp(job);
      await measure(job);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function writePicture(target: string) {
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#807060',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg()
    .toFile(target);
}
