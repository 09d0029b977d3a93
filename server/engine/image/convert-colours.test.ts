import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/pictures.ts';
import { expectNear } from '../testing/seen-as.ts';
import { toProfile, toSrgb } from './convert-colours.ts';
import { type Photo, readPicture } from './photo.ts';
import { readStructure } from './structure.ts';
import { TiffSink } from './tiff-sink.ts';

const folder = temporaryFolder();

const [r, g, b] = [200, 90, 40];
const colour = [r, g, b];
const size = { width: 40, height: 30 };

/** Returns a picture of the colour, written with the numbers of the profile. */
async function pictureIn(profile: 'srgb' | 'p3'): Promise<Photo> {
  const picture = sharp({ create: { ...size, channels: 3, background: { r, g, b } } }).png();
  const bytes = await (profile === 'p3' ? picture.withIccProfile('p3') : picture).toBuffer();
  return readPicture(readStructure('png', bytes));
}

/** Returns the sRGB colour that a viewer shows for the first pixel. */
async function shownBy({ rgb, icc }: Photo): Promise<number[]> {
  const file = path.join(folder, 'shown.tiff');
  const tiff = await TiffSink.create(file, { ...size, channels: 3, icc });
  await tiff.write(rgb);
  await tiff.finish();
  return [...(await sharp(file).toColourspace('srgb').raw().toBuffer()).subarray(0, 3)];
}

describe('a picture with the Display P3 profile', () => {
  it('has other numbers for the same colour', async () => {
    const { rgb } = await pictureIn('p3');
    expect(Math.abs((rgb[0] ?? 0) - 200)).toBeGreaterThan(8);
  });

  it('has the same colour when it is converted to sRGB', async () => {
    const { rgb, icc } = await toSrgb(await pictureIn('p3'));
    expect(icc).toBeNull();
    expectNear([[...rgb.subarray(0, 3)]], [colour]);
  });
});

describe('the conversion to the profile of a photo', () => {
  it.each([
    ['an sRGB picture, for a Display P3 photo', 'srgb', 'p3'],
    ['a Display P3 picture, for an sRGB photo', 'p3', 'srgb'],
  ] as const)('keeps the colour of %s', async (_, from, to) => {
    const { icc } = await pictureIn(to);
    const converted = await toProfile(await pictureIn(from), icc, folder);
    expect(converted.icc).toEqual(icc);
    expectNear([await shownBy(converted)], [colour]);
  });

  it('keeps the numbers if the profile is the same', async () => {
    const picture = await pictureIn('p3');
    expect(await toProfile(picture, Uint8Array.from(picture.icc ?? []), folder)).toBe(picture);
  });

  it('keeps the transparency', async () => {
    const opaque = await pictureIn('srgb');
    const alpha = new Uint8Array(opaque.width * opaque.height).fill(128);
    const { icc } = await pictureIn('p3');
    const converted = await toProfile({ ...opaque, alpha }, icc, folder);
    expect(converted.alpha).toEqual(alpha);
    expectNear([await shownBy(converted)], [colour]);
  });

  it('writes the numbers of sRGB if no colour can be converted to the profile', async () => {
    const { rgb } = await toProfile(await pictureIn('srgb'), new Uint8Array(200), folder);
    expect([...rgb.subarray(0, 3)]).toEqual(colour);
  });
});
