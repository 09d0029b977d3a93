import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { manifests } from '../engine/functions/manifests.ts';
import { negativeManifest, writeModelsFolder } from '../engine/testing/negative-model.ts';
import { bundledPhoto } from '../engine/testing/pictures.ts';
import {
  directory,
  end,
  finished,
  runProduct,
  started,
  startTask,
} from './process-tests.fixture.ts';

/*
 * Tests that a task continues after its server with the real engine has died. The network works in
 * many strips.
 */

const code = 'negative';
/** Nearly all of a tile is margin, so that a job takes some seconds even with a fast network. */
const manifest = { ...negativeManifest, tile: 256, margin: 116 };

const timingsFile = () => join(directory, 'timings.json');
const timesLearnt = (): number =>
  JSON.parse(readFileSync(timingsFile(), 'utf8'))[code].samples.length;

/** Stores a duration for every function, so that no calibration runs during the test. */
function bringTimings(): void {
  const known = {
    samples: [{ megapixels: 0.24, ms: 3000 }],
    shares: { reading: 0.1, detecting: 0, running: 0.8, writing: 0.1 },
  };
  const codes = [...manifests.map((one) => one.code), code];
  writeFileSync(
    timingsFile(),
    JSON.stringify(Object.fromEntries(codes.map((one) => [one, known]))),
  );
}

async function resultOf(address: string, id: string, cookie: string): Promise<Buffer> {
  const { result } = await finished(address, id, cookie);
  const response = await fetch(new URL(result?.url ?? '', address));
  return Buffer.from(await response.arrayBuffer());
}

const keptOf = (id: string) => join(directory, 'unfinished', id);

async function begunStrips(id: string): Promise<void> {
  await eventually(
    () => {
      const { rows } = JSON.parse(readFileSync(join(keptOf(id), 'checkpoint.json'), 'utf8'));
      expect(rows).toBeGreaterThan(0);
    },
    { intervalMs: 5 },
  );
}

test.each([
  ['is killed', 'SIGKILL'],
  ['is stopped', 'SIGTERM'],
] as const)(
  'a task whose server %s continues after its last finished strip, and its result is the same (R71)',
  async (_how, signal) => {
    bringTimings();
    const MODELS_FOLDER = await writeModelsFolder(join(directory, 'models'), {
      'negative.json': manifest,
    });
    const environment = { MODELS_FOLDER, LOG_LEVEL: 'error', STOP_GRACE_SECONDS: '0' };
    const bytes = await sharp(bundledPhoto('coffee.png')).removeAlpha().png().toBuffer();
    const first = runProduct(environment);
    const { id, cookie } = await startTask(await started(first), { code, bytes });
    await begunStrips(id);
    await end(first, signal);
    const { ino } = statSync(join(keptOf(id), 'rows.tiff'));

    const address = await started(runProduct(environment));
    // The file is gone if the task has already ended.
    const kept = statSync(join(keptOf(id), 'rows.tiff'), { throwIfNoEntry: false });
    expect(kept?.ino ?? ino).toBe(ino);
    const resumed = await resultOf(address, id, cookie);
    await eventually(() => expect(readdirSync(join(directory, 'unfinished'))).toEqual([]));
    expect(timesLearnt()).toBe(1);

    const again = await startTask(address, { code, bytes, cookie });
    expect((await resultOf(address, again.id, cookie)).equals(resumed)).toBe(true);
    await eventually(() => expect(timesLearnt()).toBe(2));
  },
);
