import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { defaultOptions } from '../../../machines/model/function-options.ts';
import type { Engine } from '../engine.port.ts';
import { createEngine } from '../engine.ts';
import { succeedOnce } from './one-run.ts';

/** Milliseconds from the question to the picture, inside the server. */
export interface FirstLook {
  code: string;
  /** loads the network, as for a visitor who chooses the function for the first time */
  first: number;
  /** with the network in memory */
  next: number;
}

export interface FirstLooks {
  /** with the start of the process, which a visitor's page starts ahead */
  withStart: number;
  looks: FirstLook[];
}

const { signal } = new AbortController();

/** What the browser sends: a square of the middle, or all of the photo, made smaller. */
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

/** Milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A run of each function comes first, as on a machine that has been started before. */
async function settle(engine: Engine, photo: string, folder: string): Promise<void> {
  const inputPath = path.join(folder, 'small.png');
  await sharp(photo).resize(96, 96).png().toFile(inputPath);
  for (const { code, preview } of engine.functions()) {
    if (preview) await succeedOnce(engine, { code, inputPath, folder });
  }
}

/**
 * How long the first look at a photo takes for each function that has one: the real process behind
 * the real pool, the other functions in between.
 */
export async function measureFirstLooks(modelsDir: string, photo: string): Promise<FirstLooks> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lightwell-looks-'));
  const choicesPath = path.join(folder, 'arithmetic.json');
  const engine = await createEngine({ modelsDir, choicesPath, calibrate: false });
  try {
    await settle(engine, photo, folder);
    const wishes = [];
    for (const manifest of engine.functions()) {
      const { code, preview } = manifest;
      if (!preview) continue;
      const options = defaultOptions(manifest);
      wishes.push({ code, options, image: await cut(photo, preview), signal });
    }
    const [any] = wishes;
    if (!any) throw new Error('No function has a first look');
    const withStart = await time(() => engine.preview(any));
    const looks: FirstLook[] = [];
    // the last ones are kept in memory: the first is asked about last
    for (const wish of wishes.toReversed()) {
      const first = await time(() => engine.preview(wish));
      const next = await time(() => engine.preview(wish));
      looks.push({ code: wish.code, first, next });
    }
    return { withStart, looks: looks.toReversed() };
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}
