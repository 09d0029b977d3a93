import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Photo } from '../image/photo.ts';
import { Sessions } from '../network/sessions.ts';
import { bundledPhoto, preparedModels } from '../testing/pictures.ts';
import type { Point } from '../text/tilted-box.ts';
import { detectFaces } from './detect.ts';
import { jawOf, landmarksOf } from './landmarks.ts';
import type { Box } from './look.ts';
import { outlineOfFace } from './outline.ts';

const sessions = new Sessions({ max: 2 });
let folder = '';

beforeAll(async () => {
  folder = await preparedModels();
});

/** Skin of the face with ears, and the whole head, drawn by hand on the photo. */
const faceLine =
  '186,68 190,72 203,79 222,80 235,82 252,86 262,90 268,89 270,110 270,126 279,129 275,135 268,137 265,146 260,158 255,166 248,172 238,178 222,180 210,178 198,171 189,161 184,150 182,140 182,132 176,131 172,125 171,119 179,117 180,110 182,90';
const headLine =
  '153,70 155,62 160,53 175,43 190,36 200,26 215,19 232,15 250,19 262,23 275,31 287,40 297,60 302,85 300,100 294,113 285,122 279,129 275,135 268,137 265,146 260,158 255,166 248,172 238,178 222,180 210,178 198,171 189,161 184,150 182,140 182,132 176,131 172,125 170,119 162,112 156,103 155,88 153,78';

type Change = { scale: number; turn: number };

/** Draws the astronaut's portrait, or the masks of it, larger or turned. */
async function draw(picture: Sharp, { scale, turn }: Change): Promise<Photo> {
  const side = Math.round(512 * scale);
  const scaled = await picture.removeAlpha().resize(side, side).png().toBuffer();
  const { data, info } = await sharp(scaled)
    .rotate(turn, { background: '#000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { width, height, rgb: data, alpha: null, icc: null, format: 'png' };
}

const astronaut = () => sharp(bundledPhoto('astronaut.png'));

const mask = (line: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><rect width="512" height="512"/><polygon points="${line}" fill="#fff"/></svg>`,
    ),
  );

const detected = async (photo: Photo) => {
  const detector = { sessions, file: `${folder}/face-detector.onnx` };
  const [face] = await detectFaces(photo, detector, async () => undefined);
  if (!face) throw new Error('The face was not found');
  return face;
};

const landmarked = (photo: Photo, face: Box) =>
  landmarksOf(photo, face, { sessions, file: `${folder}/face-landmarks.onnx` });

/** Counts the pixels of the face that the outline misses, and its pixels beside the head. */
async function measure(change: Change, face: Box, landmarks: readonly Point[] | null) {
  const { width, rgb } = await draw(mask(faceLine), change);
  const head = (await draw(mask(headLine), change)).rgb;
  const { distance } = outlineOfFace(face, landmarks);
  const count = { face: 0, missed: 0, beside: 0 };
  for (let at = 0; at * 3 < rgb.length; at += 1) {
    const isCovered = distance((at % width) + 0.5, Math.floor(at / width) + 0.5) <= 0;
    const isFace = (rgb[at * 3] ?? 0) > 127;
    if (isFace) count.face += 1;
    if (isFace && !isCovered) count.missed += 1;
    if (isCovered && !isFace && (head[at * 3] ?? 0) < 128) count.beside += 1;
  }
  return count;
}

describe('landmarksOf', () => {
  it('finds jaw and chin where they are', async () => {
    const photo = await draw(astronaut(), { scale: 1, turn: 0 });
    const landmarks = await landmarked(photo, await detected(photo));
    if (!landmarks) throw new Error('The landmarks are uncertain');
    const [right, chin, left] = [0, 8, 16].map((index) => jawOf(landmarks)[index]);
    expect(Math.hypot((right?.x ?? 0) - 180, (right?.y ?? 0) - 103)).toBeLessThan(10);
    expect(Math.hypot((chin?.x ?? 0) - 224, (chin?.y ?? 0) - 180)).toBeLessThan(6);
    expect(Math.hypot((left?.x ?? 0) - 270, (left?.y ?? 0) - 106)).toBeLessThan(10);
  });

  it.each([
    ['smaller than 24 pixels', { left: 38, top: 15, width: 20, height: 22 }, 110],
    ['upside down', { left: 245, top: 340, width: 95, height: 105 }, 512],
    ['not a face', { left: 380, top: 100, width: 90, height: 100 }, 512],
  ])('returns null for a face that is %s', async (name, box, width) => {
    const turn = name === 'upside down' ? 180 : 0;
    const photo = await draw(astronaut(), { scale: width / 512, turn });
    expect(await landmarked(photo, box)).toBeNull();
  });

  it('returns null for a face that is hidden', async () => {
    const photo = await draw(astronaut(), { scale: 1, turn: 0 });
    for (let y = 60; y < 185; y += 1) photo.rgb.fill(90, (y * 512 + 160) * 3, (y * 512 + 285) * 3);
    expect(await landmarked(photo, { left: 173, top: 72, width: 97, height: 105 })).toBeNull();
  });
});

describe('outlineOfFace', () => {
  it.each([
    { scale: 1, turn: 0 },
    { scale: 3, turn: 0 },
    { scale: 0.4, turn: 0 },
    { scale: 1, turn: 20 },
    { scale: 1, turn: -25 },
  ])(
    'covers the whole face and at most two thirds of what the box covers beside the head: %o',
    async (change) => {
      const photo = await draw(astronaut(), change);
      const face = await detected(photo);
      const landmarks = await landmarked(photo, face);
      expect(landmarks).not.toBeNull();
      const [before, after] = [
        await measure(change, face, null),
        await measure(change, face, landmarks),
      ];
      expect(after.face).toBeGreaterThan(1000);
      expect(after.missed).toBe(0);
      expect(after.beside).toBeLessThan((before.beside * 2) / 3);
    },
  );
});
