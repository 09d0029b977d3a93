import sharp from 'sharp';
import {
  isColour,
  isPictureKey,
  type OwnColour,
  type PictureKey,
} from '../../../../machines/model/own-value.ts';
import type { Region } from '../../image/outputs.ts';
import type { Photo } from '../../image/photo.ts';
import { type Colours, coloursOf, meanColour, ofEach } from '../../matte/colours.ts';
import type { Matte } from '../../matte/matte.ts';
import { boxMean, planeOf } from '../../matte/plane.ts';
import { Rows } from '../../matte/sample.ts';
import type { FunctionRun, ValueOf } from '../function.ts';
import type { cutOut } from './manifest.ts';

type BackgroundValue = ValueOf<(typeof cutOut)['options'][0]>;

/**
 * Returns the colours behind the object in one row of the frame. The array is valid until the next
 * call.
 */
export type Background = (y: number) => Uint8Array;

type Tools = Pick<FunctionRun, 'readPicture' | 'inColoursOfPhoto'>;

type Colour = readonly [red: number, green: number, blue: number];

const plain: Readonly<
  Record<Exclude<BackgroundValue, 'blurred' | OwnColour | PictureKey>, Colour>
> = {
  transparent: [0, 0, 0],
  picture: [0, 0, 0],
  white: [255, 255, 255],
  black: [0, 0, 0],
  grey: [232, 232, 236],
  sand: [240, 229, 212],
  sky: [206, 225, 244],
};

const readColour = (colour: OwnColour): Colour => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

export async function backgroundOf(
  value: BackgroundValue,
  photo: Photo,
  { matte, frame, tools }: { matte: Matte; frame: Region; tools: Tools },
): Promise<Background> {
  if (isPictureKey(value)) return covering(await tools.readPicture('background'), frame, tools);
  if (value === 'blurred') return blurred(photo, matte, frame);
  const colour = isColour(value) ? readColour(value) : plain[value];
  const { rgb } = await tools.inColoursOfPhoto(pixelOf(colour));
  const row = new Uint8Array(frame.width * 3);
  for (let at = 0; at < row.length; at += 3) row.set(rgb, at);
  return () => row;
}

const pixelOf = (colour: Colour): Photo => ({
  width: 1,
  height: 1,
  rgb: Uint8Array.from(colour),
  alpha: null,
  icc: null,
  format: 'png',
});

/** Scales the picture until it covers the frame. The centre of the picture stays in the centre. */
async function covering(
  picture: Photo,
  frame: Region,
  { inColoursOfPhoto }: Tools,
): Promise<Background> {
  const { width, height, rgb, alpha } = picture;
  const raw = { width, height, channels: 3 as const };
  const colours = alpha ? onWhite(rgb, alpha) : rgb;
  const scaled = await sharp(colours, { raw, limitInputPixels: false })
    .resize(frame.width, frame.height, { fit: 'cover', position: 'centre' })
    .raw()
    .toBuffer();
  const shown = { ...picture, width: frame.width, height: frame.height, rgb: scaled, alpha: null };
  const { rgb: data } = await inColoursOfPhoto(shown);
  return (y) => data.subarray(y * frame.width * 3, (y + 1) * frame.width * 3);
}

function onWhite(rgb: Uint8Array, alpha: Uint8Array): Uint8Array {
  return rgb.map((value, at) => {
    const share = (alpha[Math.floor(at / 3)] ?? 0) / 255;
    return Math.round(value * share + 255 * (1 - share));
  });
}

/**
 * Longest side of the blurred copy, in pixels. A small copy is enough, because a blur hides detail.
 */
const copySide = 400;
/** Radius of the blur, as a share of the photo's longer side. */
const softness = 0.02;

/**
 * Blurs the photo. The object's own colours are left out, so that they do not affect the background
 * around the object.
 */
async function blurred(photo: Photo, matte: Matte, frame: Region): Promise<Background> {
  const long = Math.max(photo.width, photo.height);
  const factor = Math.min(1, copySide / long);
  const size = {
    width: Math.max(1, Math.round(photo.width * factor)),
    height: Math.max(1, Math.round(photo.height * factor)),
  };
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height };
  const picture = await coloursOf(photo, whole, size);
  const radius = Math.max(1, Math.round(softness * long * factor));
  const ground = meanColour(picture, outside(matte, photo, size), [radius, 4 * radius, copySide]);
  const soft = ofEach(ground, (plane) => boxMean(boxMean(plane, radius), radius));
  return fromPhoto(soft, photo, frame);
}

/**
 * Returns the background of the frame. Outside the photo, the colours of the photo's edge are
 * repeated.
 */
function fromPhoto(colours: Colours, photo: Photo, frame: Region): Background {
  const rows = new Rows(colours[0], photo);
  const row = new Uint8Array(frame.width * 3);
  const within = (value: number, length: number) => Math.max(0, Math.min(length - 1, value));
  return (y) => {
    for (const [channel, plane] of colours.entries()) {
      const values = rows.read(plane, within(frame.top + y, photo.height));
      for (let x = 0; x < frame.width; x += 1) {
        const value = values[within(frame.left + x, photo.width)] ?? 0;
        row[x * 3 + channel] = Math.round(value * 255);
      }
    }
    return row;
  };
}

/** Returns 1 for pixels of the background, and 0 for the object and its rim. */
function outside(
  { region, opacity }: Matte,
  photo: Photo,
  { width, height }: { width: number; height: number },
) {
  const result = planeOf(width, height);
  const near = boxMean(opacity, 4);
  for (let y = 0; y < height; y += 1) {
    const inPhotoY = ((y + 0.5) * photo.height) / height - region.top;
    const row = Math.floor((inPhotoY * opacity.height) / region.height);
    for (let x = 0; x < width; x += 1) {
      const inPhotoX = ((x + 0.5) * photo.width) / width - region.left;
      const column = Math.floor((inPhotoX * opacity.width) / region.width);
      const isInRegion = row >= 0 && row < opacity.height && column >= 0 && column < opacity.width;
      const share = isInRegion ? (near.values[row * opacity.width + column] ?? 0) : 0;
      result.values[y * width + x] = share > 0.01 ? 0 : 1;
    }
  }
  return result;
}
