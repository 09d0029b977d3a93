import { afterAll, beforeAll, expect, it } from 'vitest';
import { surveySide } from '../../../../contract/ai-function.ts';
import type { Engine } from '../../engine.port.ts';
import { createEngine } from '../../engine.ts';
import { bundled, compressed, rawOf } from '../../testing/degraded.ts';
import { preparedModels } from '../../testing/pictures.ts';
import type { Picture } from '../../testing/quality.ts';
import { better } from './manifest.ts';

let engine: Engine;

beforeAll(async () => {
  engine = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
});

afterAll(() => engine.close());

/** Returns the upper left corner of a photo, encoded. */
const cornerOf = async (photo: Picture, side: number) =>
  (
    await rawOf(photo).extract({ left: 0, top: 0, width: side, height: side }).png().toBuffer()
  ).toString('base64');

it('previews of one piece measure the survey that each of them has (R43)', async () => {
  const clean = await bundled('coffee.png');
  const image = await cornerOf(clean, better.preview.side);
  const overview = await cornerOf(clean, surveySide);
  const tiles = await cornerOf(await compressed(clean, 20), surveySide);
  const options = Object.fromEntries(better.options.map(({ name }) => [name, false]));
  const needs = async (changes: object) => {
    const survey = { width: 4000, height: 3000, overview, tiles: overview, ...changes };
    const { signal } = new AbortController();
    return (await engine.preview({ code: 'better', options, image, survey, signal })).needs;
  };
  expect(await needs({})).toEqual([]);
  expect(await needs({ width: 600, height: 400 })).toEqual(['size']);
  expect(await needs({ tiles })).toContain('blocks');
  expect(await needs({})).toEqual([]);
});
