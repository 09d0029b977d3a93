import type { BothSides } from './both-sides.ts';
import type { Colours } from './colours.ts';
import { boxMean, mapped, type Plane, planeOf } from './plane.ts';
import { Place } from './sample.ts';

/** Squared difference of two colours that the usual noise of a photo causes. */
const noise = 0.002;

/**
 * Returns the opacity of each pixel. The network's edge is not exact. In the rim, the opacity is
 * therefore calculated from the pixel's colour, compared with the colours of object and background.
 */
export function refine(picture: Colours, sides: BothSides): Plane {
  const [{ width, height }] = picture;
  const opacity = planeOf(width, height);
  const place = new Place(sides.mask, opacity);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      place.moveTo(x, y);
      const near = place.read(sides.near);
      const at = y * width + x;
      if (near > 0.999) opacity.values[at] = 1;
      else if (near > 0.001) opacity.values[at] = opacityByColour(picture, at, sides, place);
    }
  }
  return withoutStrays(opacity);
}

/** Minimum opacity of a pixel that connects other pixels with the object. */
const connecting = 0.15;

/**
 * Removes parts that are not connected with the object. These are parts of the background that have
 * the object's colour by chance.
 */
function withoutStrays(opacity: Plane): Plane {
  const { width, values } = opacity;
  const isKept = mapped(opacity, (at) => (values[at] === 1 ? 1 : 0)).values;
  const open: number[] = [];
  for (const [at, kept] of isKept.entries()) if (kept) open.push(at);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const isFirst = at % width === 0;
    const isLast = at % width === width - 1;
    for (const beside of [at - width, at + width, isFirst ? -1 : at - 1, isLast ? -1 : at + 1]) {
      if (isKept[beside] !== 0 || (values[beside] ?? 0) < connecting) continue;
      isKept[beside] = 1;
      open.push(beside);
    }
  }
  // Pixels next to the kept part belong to its soft rim, so they are kept, too.
  const near = boxMean({ ...opacity, values: isKept }, 1).values;
  return mapped(opacity, (at) => ((near[at] ?? 0) > 0 ? (values[at] ?? 0) : 0));
}

function opacityByColour(picture: Colours, at: number, sides: BothSides, place: Place): number {
  const given = decided(place.read(sides.mask));
  let along = 0;
  let distance = 0;
  let length = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const object = place.read(sides.object[channel] ?? sides.mask);
    const ground = place.read(sides.ground[channel] ?? sides.mask);
    const value = (picture[channel]?.values[at] ?? 0) - ground;
    along += value * (object - ground);
    distance += (object - ground) ** 2;
    length += value * value;
  }
  if (distance === 0) return given;
  const share = Math.max(0, Math.min(1, along / distance));
  const off = Math.max(0, length - 2 * share * along + share * share * distance);
  const unlike = 4 * (place.read(sides.spread) + off) + noise;
  const trust = (1 - farness(place.read(sides.near))) * (distance / (distance + unlike));
  return trust * share + (1 - trust) * given;
}

/**
 * Returns 0 at the network's edge and 1 at the end of the rim. Far from the edge, colours are often
 * similar by chance.
 */
const farness = (near: number) => Math.abs(2 * near - 1) ** 8;

/**
 * Makes the network's values clearer. Values near 0 or 1 become 0 or 1, because faint values would
 * show the background as a ghost.
 */
const decided = (value: number) => Math.max(0, Math.min(1, (value - 0.2) / 0.6));
