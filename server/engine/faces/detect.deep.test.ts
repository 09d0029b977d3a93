import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { Sessions } from '../network/sessions.ts';
import { bundledPhoto, preparedModels } from '../testing/pictures.ts';
import { detectFaces } from './detect.ts';

const sessions = new Sessions();
let file = '';

beforeAll(async () => {
  file = `${await preparedModels()}/face-detector.onnx`;
});

async function facesOf(picture: Uint8Array) {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const photo = { width, height, rgb: data, alpha: null, icc: null, format: 'png' as const };
  return detectFaces(photo, { sessions, file }, async () => undefined);
}

const portrait = (width: number) =>
  sharp(bundledPhoto('astronaut.png')).removeAlpha().resize(width);

describe('detectFaces', () => {
  it('finds small faces in a large photo', async () => {
    const person = await portrait(200).png().toBuffer();
    const mirrored = await sharp(person).flop().png().toBuffer();
    const group = await sharp(bundledPhoto('coffee.png'))
      .resize(2400, 1600)
      .composite([
        { input: person, left: 60, top: 50 },
        { input: mirrored, left: 1900, top: 1300 },
        { input: person, left: 1130, top: 690 },
      ])
      .png()
      .toBuffer();
    const faces = await facesOf(group);
    expect(faces).toHaveLength(3);
    for (const { width, height } of faces) {
      expect(width).toBeGreaterThan(25);
      expect(height).toBeLessThan(55);
    }
  });

  it('finds every face of a crowd of a hundred', async () => {
    const side = 96;
    const head = await sharp(bundledPhoto('astronaut.png'))
      .removeAlpha()
      .extract({ left: 150, top: 45, width: 150, height: 150 })
      .resize(side, side)
      .png()
      .toBuffer();
    const places = Array.from({ length: 100 }, (_, index) => ({
      left: (index % 10) * side,
      top: Math.floor(index / 10) * side,
    }));
    const create = {
      width: 10 * side,
      height: 10 * side,
      channels: 3 as const,
      background: '#555',
    };
    const crowd = sharp({ create }).composite(places.map((place) => ({ input: head, ...place })));
    const faces = await facesOf(await crowd.png().toBuffer());
    const tiles = faces.map(({ left, top, width, height }) =>
      [left + width / 2, top + height / 2].map((centre) => Math.floor(centre / side)).join(' '),
    );
    expect(faces).toHaveLength(100);
    expect(new Set(tiles).size).toBe(100);
  });

  it.each([100, 1200])('finds a face that fills a photo of %i pixels width', async (width) => {
    const face = sharp(bundledPhoto('astronaut.png'))
      .removeAlpha()
      .extract({ left: 185, top: 80, width: 80, height: 90 });
    expect(
      await facesOf(
        await sharp(await face.png().toBuffer())
          .resize(width)
          .png()
          .toBuffer(),
      ),
    ).toHaveLength(1);
  });

  it.each([-30, 20])('finds a face turned by %i degrees', async (angle) => {
    expect(await facesOf(await portrait(400).rotate(angle).png().toBuffer())).toHaveLength(1);
  });

  it.each([300, 900])(
    'does not mistake a cat for a person in a photo of %i pixels width',
    async (width) => {
      const cat = sharp(bundledPhoto('chelsea.png')).resize(width);
      expect(await facesOf(await cat.png().toBuffer())).toEqual([]);
    },
  );
});
