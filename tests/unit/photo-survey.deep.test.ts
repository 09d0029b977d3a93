import { expect, it } from 'vitest';
import { examine } from '../../server/engine/functions/better/needs.ts';
import { type PhotoSurvey, surveyOf } from '../../server/engine/functions/function.ts';
import type { Photo } from '../../server/engine/image/photo.ts';
import {
  bundled,
  changed,
  degradations,
  degraded,
  photos,
  rawOf,
} from '../../server/engine/testing/degraded.ts';
import { type Picture, pixelsOf } from '../../server/engine/testing/quality.ts';
import type { Canvas } from '../../src/adapters/photo/shrink-photo.ts';
import { tilesOf } from '../../src/adapters/photo/tiles.ts';

const needs = async (survey: PhotoSurvey) => (await examine(survey, async () => [])).parts;

const photoOf = (picture: Picture, alpha: Uint8Array | null = null): Photo => ({
  ...picture,
  alpha,
  icc: null,
  format: 'png',
});

/** Draws the tiles with the browser's own code, on a canvas of plain bytes. */
async function tilesFrom(photo: Picture): Promise<Photo> {
  let tiles: Photo | undefined;
  await tilesOf(photo as never, photo, (width, height) => {
    const alpha = new Uint8Array(width * height);
    const made = photoOf({ width, height, rgb: new Uint8Array(width * height * 3) }, alpha);
    tiles = made;
    const drawImage = (
      _: unknown,
      ...[left, top, w, h, x, y]: [number, number, number, number, number, number]
    ) => {
      for (let row = 0; row < h; row += 1) {
        const from = ((top + row) * photo.width + left) * 3;
        const to = (y + row) * width + x;
        made.rgb.set(photo.rgb.subarray(from, from + w * 3), to * 3);
        alpha.fill(255, to, to + w);
      }
    };
    const convertToBlob = async () => new Blob();
    return { getContext: () => ({ drawImage }), convertToBlob } as unknown as Canvas;
  });
  if (!tiles) throw new Error('No tiles were drawn');
  return tiles;
}

async function surveyFrom(photo: Picture) {
  const { width, height } = photo;
  const overview = photoOf(
    await pixelsOf(rawOf(photo).resize(384, 384, { fit: 'inside', withoutEnlargement: true })),
  );
  return { width, height, overview, tiles: await tilesFrom(photo) };
}

const hazy = {
  name: 'hazy',
  original: async (photo: Picture) => photo,
  degrade: async (photo: Picture) => changed(photo, (old) => 70 + old * 0.6),
};

const rows = [...degradations.filter(({ name }) => name !== 'soft'), hazy];

it.each(photos.flatMap((name) => rows.map((row) => [name, row] as const)))(
  'the small pictures of %s show the same needs as the whole photo',
  async (name, row) => {
    const { input } = await degraded(name, row);
    expect(await needs(await surveyFrom(input)), row.name).toEqual(
      await needs(surveyOf(photoOf(input))),
    );
  },
);

it('the tiles of a large photo are unchanged pieces at the blocks of a JPEG', async () => {
  const photo = await pixelsOf(rawOf(await bundled('coffee.png')).resize(3000, 2000));
  const tiles = await tilesFrom(photo);
  expect([tiles.width, tiles.height]).toEqual([256, 256]);
  expect(await needs(await surveyFrom(photo))).toEqual(await needs(surveyOf(photoOf(photo))));
});

it('a photo that is thinner than a tile is copied as it is', async () => {
  const photo = await pixelsOf(
    rawOf(await bundled('coffee.png')).resize(20, 2000, { fit: 'fill' }),
  );
  const tiles = await tilesFrom(photo);
  expect([tiles.width, tiles.height]).toEqual([20, 256]);
  expect(tiles.rgb).toEqual(photo.rgb.subarray(0, 20 * 256 * 3));
});
