import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './testing/pictures.ts';
import { Timings } from './timings.ts';

const folder = temporaryFolder();

const stages = (running: number) => ({ reading: 100, detecting: 0, running, writing: 100 });

describe('Timings', () => {
  it('has no estimate before the first run', async () => {
    const timings = await Timings.open();
    expect(timings.has('enhance')).toBe(false);
    expect(timings.estimate('enhance', 1)).toBeNull();
  });

  it('scales known durations with the pixels', async () => {
    const timings = await Timings.open();
    timings.learn('enhance', 2, stages(1800));
    expect(timings.estimate('enhance', 2)).toEqual({ lowMs: 1500, highMs: 2700 });
    expect(timings.estimate('enhance', 4)).toEqual({ lowMs: 3000, highMs: 5400 });
    expect(timings.sharesOf('enhance').running).toBeCloseTo(0.9);
  });

  it('prefers runs of a similar size', async () => {
    const timings = await Timings.open();
    for (let run = 0; run < 5; run += 1) timings.learn('enhance', 12, stages(11_800));
    timings.learn('enhance', 0.1, stages(800));
    expect(timings.estimate('enhance', 10)).toEqual({ lowMs: 7500, highMs: 13_500 });
  });

  it('ignores runs of other sizes if there is one of a similar size', async () => {
    const timings = await Timings.open();
    timings.learn('enhance', 0.02, stages(800));
    timings.learn('enhance', 1, stages(800));
    expect(timings.estimate('enhance', 1.5)).toEqual({ lowMs: 1125, highMs: 2025 });
  });

  it('uses the range of all runs if the size does not matter', async () => {
    const timings = await Timings.open();
    timings.learn('face-portrait', 12, stages(800));
    timings.learn('face-portrait', 0.3, stages(9800));
    expect(timings.estimate('face-portrait', 'any')).toEqual({ lowMs: 750, highMs: 13_500 });
  });

  it('keeps its samples across starts', async () => {
    const file = path.join(folder, 'timings.json');
    const timings = await Timings.open(file);
    timings.learn('denoise', 1, stages(800));
    await timings.flush();
    expect((await Timings.open(file)).estimate('denoise', 1)).toEqual(
      timings.estimate('denoise', 1),
    );
  });

  it.each(['', 'no JSON', '{"enhance": 3}'])(
    'starts empty from an unreadable file: %j',
    async (text) => {
      const file = path.join(folder, 'broken.json');
      await writeFile(file, text);
      expect((await Timings.open(file)).has('enhance')).toBe(false);
    },
  );
});
