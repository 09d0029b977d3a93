import type { Region } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';
import { withoutSpecks } from './islands.ts';
import { lookAt, lookSide, type ObjectNetwork } from './look.ts';
import { boxOf, type Plane } from './plane.ts';
import { resized } from './sample.ts';

/** The part of the photo that contains the object, and the object's mask. */
export interface FoundObject {
  region: Region;
  /** likelihood that each part of the region belongs to the object, 0 to 1 */
  mask: Plane;
}

/** Minimum size of an object, as a share of the photo. Smaller finds are errors of the network. */
const leastShare = 0.0005;
/** Additional space around the object, as a share of its longer side. */
const room = 0.12;
/**
 * A second look is skipped if its region covers more than this share of the photo, or if the photo
 * is small. It would show no more detail.
 */
const closerFrom = 0.8;
const smallSide = 1.5 * lookSide;

/**
 * Finds the main object. The network first looks at the whole photo. It then looks at the part with
 * the object, which contains more detail. Returns null if the photo shows no object.
 */
export async function findObject(
  photo: Photo,
  network: ObjectNetwork,
  onLook: (fraction: number) => Promise<void>,
): Promise<FoundObject | null> {
  const { width, height } = photo;
  const whole = { left: 0, top: 0, width, height };
  const first = withoutSpecks(await lookAt(photo, whole, network));
  await onLook(0.5);
  const box = boxOf(first, leastShare);
  if (!box) return null;
  const region = withRoom(box, first, photo);
  const isCloser =
    Math.max(width, height) > smallSide &&
    region.width * region.height < closerFrom * width * height;
  const mask = isCloser ? await lookCloser(photo, { region, first }, network) : first;
  await onLook(1);
  return { region: isCloser ? region : whole, mask };
}

/**
 * Looks at the part with the object. Returns the result if it mostly agrees with the first look,
 * otherwise the result of the first look.
 */
async function lookCloser(
  photo: Photo,
  { region, first }: { region: Region; first: Plane },
  network: ObjectNetwork,
): Promise<Plane> {
  const closer = await lookAt(photo, region, network);
  const before = cutOut(first, region, photo);
  // In the second look, the network may mistake a part of the object for the whole object, and the
  // rest of it for background.
  const isAgreed = agreement(closer, before) > leastAgreement;
  if (!isAgreed) return withoutSpecks(before);
  return withoutSpecks(closer);
}

const leastAgreement = 0.7;

/**
 * Returns the area that both masks contain, as a share of the area that at least one of them
 * contains.
 */
function agreement(one: Plane, other: Plane): number {
  let both = 0;
  let either = 0;
  for (const [at, value] of one.values.entries()) {
    const beside = other.values[at] ?? 0;
    both += Math.min(value, beside);
    either += Math.max(value, beside);
  }
  return either === 0 ? 0 : both / either;
}

function cutOut(whole: Plane, region: Region, photo: Photo): Plane {
  const across = lookSide / photo.width;
  const down = lookSide / photo.height;
  const left = Math.floor(region.left * across);
  const top = Math.floor(region.top * down);
  const width = Math.max(1, Math.min(lookSide - left, Math.round(region.width * across)));
  const height = Math.max(1, Math.min(lookSide - top, Math.round(region.height * down)));
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = (top + y) * lookSide + left;
    values.set(whole.values.subarray(start, start + width), y * width);
  }
  return resized({ width, height, values }, { width: lookSide, height: lookSide });
}

/** Returns the box in pixels of the photo, with additional space around it. */
function withRoom(box: Region, mask: Plane, photo: Photo): Region {
  const across = photo.width / mask.width;
  const down = photo.height / mask.height;
  const extra = room * Math.max(box.width * across, box.height * down);
  const left = Math.max(0, Math.floor(box.left * across - extra));
  const top = Math.max(0, Math.floor(box.top * down - extra));
  const right = Math.min(photo.width, Math.ceil((box.left + box.width) * across + extra));
  const bottom = Math.min(photo.height, Math.ceil((box.top + box.height) * down + extra));
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
