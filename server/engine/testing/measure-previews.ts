import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { defaultOptions } from '../../../machines/model/function-options.ts';
import type { Engine } from '../engine.port.ts';
import { createEngine } from '../engine.ts';
import { succeedOnce } from './one-run.ts';

/** Durations from request to picture in milliseconds, measured in the server process. */
export interface PreviewTimes {
  code: string;
  /** includes loading the network, as for a visitor's first preview of the function */
  first: number;
  /** the network is already loaded */
  next: number;
}

export interface PreviewMeasurement {
  /** includes the start of the process, which the page normally triggers earlier */
  withStart: number;
  previews: PreviewTimes[];
}

const { signal } = new AbortController();

/**
 * Returns the picture that the browser would send: a square from the centre, or the whole photo
 * scaled down.
 */
async function cut(photo: string, { of, side }: { of: 'crop' | 'whole'; side: number }) {
  const { width, height } = await sharp(photo).metadata();
  const opened = sharp(photo).removeAlpha();
  const middle = { left: (width - side) >> 1, top: (height - side) >> 1 };
  const piece =
    of === 'crop'
      ? opened.extract({ ...middle, width: side, height: side })
      : opened.resize(side, side, { fit: 'inside' });
  return (await piece.png().toBuffer()).toString('base64');
}

/** Returns the survey pictures of the whole photo, in the sizes that the browser would send. */
async function surveyed(photo: string) {
  const { width, height } = await sharp(photo).metadata();
  const overview = await cut(photo, { of: 'whole', side: 384 });
  return { width, height, overview, tiles: await cut(photo, { of: 'crop', side: 256 }) };
}

/** Runs `work` and returns its duration in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs each function once, because the first run on a machine takes longer. */
async function settle(engine: Engine, photo: string, folder: string): Promise<void> {
  const inputPath = path.join(folder, 'small.png');
  await sharp(photo).resize(96, 96).png().toFile(inputPath);
  for (const { code, preview } of engine.functions()) {
    if (preview) await succeedOnce(engine, { code, inputPath, folder });
  }
}

/**
 * Measures the preview of each function that has one, in the real process. The functions alternate,
 * as when a visitor compares them.
 */
export async function measurePreviews(
  modelsDir: string,
  photo: string,
): Promise<PreviewMeasurement> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-previews-'));
  const choicesPath = path.join(folder, 'arithmetic.json');
  const engine = await createEngine({ modelsDir, choicesPath, calibrate: false });
  try {
    await settle(engine, photo, folder);
    const requests = [];
    for (const manifest of engine.functions()) {
      const { code, preview } = manifest;
      if (!preview) continue;
      const options = defaultOptions(manifest);
      const image = await cut(photo, preview);
      const survey = preview.survey ? await surveyed(photo) : undefined;
      requests.push({ code, options, image, survey, signal });
    }
    const [any] = requests;
    if (!any) throw new Error('No function has a preview');
    const withStart = await time(() => engine.preview(any));
    const previews: PreviewTimes[] = [];
    // Starts with the functions measured last, because their networks are still loaded.
    for (const request of requests.toReversed()) {
      const first = await time(() => engine.preview(request));
      const next = await time(() => engine.preview(request));
      previews.push({ code: request.code, first, next });
    }
    return { withStart, previews: previews.toReversed() };
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}
