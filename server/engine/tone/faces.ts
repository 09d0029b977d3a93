import type { Box } from '../faces/look.ts';
import type { ToneMeasures } from './measure.ts';

/** Colour of skin as the differences of blue and red to the brightness, 0 to 1. */
export interface SkinColour {
  blue: number;
  red: number;
}

/** The repairs that the faces of a photo need. */
export interface FaceTone {
  count: number;
  /** how much the faces lack light although the photo does not, 0 to 1 */
  backlit: number;
  /** exponent for dark levels that brightens the faces; 1 if they have enough light */
  exponent: number;
  /** null if there are no faces */
  skin: SkinColour | null;
}

const none: FaceTone = { count: 0, backlit: 0, exponent: 1, skin: null };

/**
 * Median brightness of a face. Below `unlit` it lacks light. Above `lit` it is not brightened,
 * because dark skin in good light has this brightness.
 */
const unlit = 0.16;
const lit = 0.26;
/** Brightness that a face without light gets, and the lowest exponent. Both keep it natural. */
const wanted = 0.3;
const leastExponent = 0.62;
/** How much brighter than a face in backlight the bright part of the photo is. */
const leastContrast = 0.35;
/** Share of the photo that is at most as bright as its bright part. */
const brightPart = 0.8;
/** Smallest share of dark pixels in which a face in backlight can be visible. */
const leastDark = 0.02;
/** Part of a face's box that is measured, around its middle; the rest contains hair. */
const inner = 0.6;

/** False if no face of this photo can be in backlight, so that faces need not be searched. */
export function mayBeBacklit({ dark, at }: ToneMeasures): boolean {
  return dark === 0 && at(leastDark) < lit && at(brightPart) > unlit + leastContrast;
}

/** Measures faces in the small copy of the photo. */
export function measureFaces(tone: ToneMeasures, faces: readonly Box[]): FaceTone {
  const pixels = faces.flatMap((face) => pixelsOf(tone, face));
  if (pixels.length === 0) return none;
  const brightness = medianOf(pixels, (pixel) => tone.luma[pixel] ?? 0);
  const colour = (channel: number) => (pixel: number) =>
    (tone.small.rgb[pixel * 3 + channel] ?? 0) / 255 - (tone.luma[pixel] ?? 0);
  const skin = { blue: medianOf(pixels, colour(2)), red: medianOf(pixels, colour(0)) };
  const isAgainstLight = mayBeBacklit(tone) && tone.at(brightPart) - brightness > leastContrast;
  const backlit = isAgainstLight ? clamped((lit - brightness) / (lit - unlit)) : 0;
  const exponent = Math.max(leastExponent, Math.log(wanted) / Math.log(Math.max(0.02, brightness)));
  return { count: faces.length, backlit, exponent: Math.min(1, exponent) ** backlit, skin };
}

const clamped = (value: number) => Math.max(0, Math.min(1, value));

function pixelsOf({ small }: ToneMeasures, { left, top, width, height }: Box): number[] {
  const margin = (1 - inner) / 2;
  const pixels: number[] = [];
  const from = (start: number, length: number) => Math.max(0, Math.round(start + margin * length));
  const until = (start: number, length: number, limit: number) =>
    Math.min(limit, Math.round(start + (1 - margin) * length));
  for (let y = from(top, height); y < until(top, height, small.height); y += 1) {
    for (let x = from(left, width); x < until(left, width, small.width); x += 1) {
      pixels.push(y * small.width + x);
    }
  }
  return pixels;
}

function medianOf(pixels: readonly number[], value: (pixel: number) => number): number {
  const sorted = Float32Array.from(pixels, value).sort();
  return sorted[sorted.length >> 1] ?? 0;
}

/** Largest distance of a skin colour from the median colour of the faces. */
const skinRadius = 0.09;
/** Share of the sharpening that skin gets. */
const onSkin = 0.35;

/** Returns the share of the sharpening for a pixel, whose values are 0 to 1. */
export function sharpeningShare(skin: SkinColour, red: number, blue: number, luma: number): number {
  const distance = Math.hypot(red - luma - skin.red, blue - luma - skin.blue);
  return distance < skinRadius ? onSkin : 1;
}
