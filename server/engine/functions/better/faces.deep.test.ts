import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { detectFaces } from '../../faces/detect.ts';
import { Sessions } from '../../network/sessions.ts';
import { bundled, changed, dark, rawOf } from '../../testing/degraded.ts';
import { preparedModels } from '../../testing/pictures.ts';
import { type Picture, pixelsOf } from '../../testing/quality.ts';
import { runBody } from '../../testing/run-body.ts';
import { analyse } from '../../tone/analyse.ts';
import { ToneFilter } from '../../tone/apply.ts';
import { surveyOf } from '../function.ts';
import { examine } from './needs.ts';

let modelsDir = '';
const sessions = new Sessions();

beforeAll(async () => {
  modelsDir = await preparedModels();
});

const found = async (picture: Picture) => {
  const survey = surveyOf({ ...picture, alpha: null, icc: null, format: 'png' });
  const detector = { sessions, file: path.resolve(modelsDir, 'face-detector.onnx') };
  return examine(survey, (small) => detectFaces(small, detector, async () => {}));
};

/** The face of `astronaut.png`, in pixels. */
const face = { left: 178, top: 75, width: 90, height: 100 };

/** Makes the portrait dark, and everything around it bright, as if the light came from behind. */
async function backlit(): Promise<Picture> {
  const photo = await bundled('astronaut.png');
  const rgb = photo.rgb.map((value, at) => {
    const [x, y] = [Math.floor(at / 3) % photo.width, Math.floor(at / 3 / photo.width)];
    const distance = Math.hypot((x - 223) / 150, (y - 220) / 240);
    const share = Math.max(0, Math.min(1, (distance - 0.9) / 0.2));
    return Math.round(value * 0.22 * (1 - share) + (150 + value * 0.4) * share);
  });
  return { ...photo, rgb };
}

function meanIn({ width, rgb }: Picture, { left, top, ...size }: typeof face): number {
  let sum = 0;
  for (let y = top; y < top + size.height; y += 1) {
    for (let x = left; x < left + size.width; x += 1) sum += rgb[(y * width + x) * 3 + 1] ?? 0;
  }
  return sum / (size.width * size.height);
}

const sky = { left: 455, top: 5, width: 50, height: 100 };

it('brightens a face in backlight gently, and keeps the bright background (R43)', async () => {
  const photo = await backlit();
  const { parts, faces } = await found(photo);
  expect(parts).toContain('light');
  expect(faces).toEqual({ light: 1 });
  const result = await runBody(modelsDir, 'better', photo, { size: false });
  const gain = meanIn(result, face) / meanIn(photo, face);
  expect(gain).toBeGreaterThan(1.25);
  expect(gain).toBeLessThan(2.5);
  expect(Math.abs(meanIn(result, sky) - meanIn(photo, sky))).toBeLessThan(6);
});

it.each([
  ['a face in good light', async () => bundled('astronaut.png')],
  [
    'a dark photo, which is brightened as a whole',
    async () => changed(await bundled('astronaut.png'), dark),
  ],
  ['a photo without a face', async () => bundled('coffee.png')],
])('brightens no face of %s', async (_, make) => {
  expect((await found(await make())).faces).toEqual({});
});

it('sharpens skin less than the rest of a soft portrait (R43)', async () => {
  const soft = await pixelsOf(rawOf(await bundled('astronaut.png')).blur(1.4));
  const { parts, faces, faceTone } = await found(soft);
  expect(parts).toContain('sharpness');
  expect(faces).toEqual({ sharpness: 1 });
  expect(faceTone.skin?.red).toBeGreaterThan(0.05);
  const cheek = { left: 195, top: 130, width: 25, height: 20 };
  const patch = { left: 130, top: 360, width: 75, height: 60 };
  const wanted = { strength: 1, error: 0 };
  const [usual, careful] = await Promise.all(
    [wanted, { ...wanted, faces: faceTone }].map(async (settings) => {
      const filter = new ToneFilter(soft, await analyse(soft, settings));
      const rgb = new Uint8Array(soft.rgb);
      filter.apply(rgb, 0, soft.height);
      return { ...soft, rgb: rgb.map((value, at) => Math.abs(value - (soft.rgb[at] ?? 0))) };
    }),
  );
  if (!usual || !careful) throw new Error('Expected two results');
  expect(meanIn(careful, cheek)).toBeLessThan(0.5 * meanIn(usual, cheek));
  expect(meanIn(careful, patch)).toBeGreaterThan(0.9 * meanIn(usual, patch));
});
