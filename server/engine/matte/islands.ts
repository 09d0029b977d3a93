import type { Plane } from './plane.ts';

/** Minimum value of a pixel that counts as part of the object. */
const inside = 0.5;
/** Parts smaller than this share of the largest part are specks. */
const speckShare = 0.02;
/**
 * Holes smaller than this share of the object are errors. A real hole, for example in a handle, is
 * larger.
 */
const holeShare = 0.002;

interface Island {
  pixels: number[];
  isObject: boolean;
  touchesEdge: boolean;
}

/** Removes specks outside the object and closes small holes in the object. */
export function withoutSpecks(mask: Plane): Plane {
  const islands = islandsOf(mask);
  const objects = islands.filter(({ isObject }) => isObject);
  const largest = objects.reduce((most, { pixels }) => Math.max(most, pixels.length), 0);
  const total = objects.reduce((sum, { pixels }) => sum + pixels.length, 0);
  const values = mask.values.slice();
  for (const { pixels, isObject, touchesEdge } of islands) {
    if (isObject && pixels.length < largest * speckShare) {
      for (const at of pixels) values[at] = 0;
    }
    if (!isObject && !touchesEdge && pixels.length < total * holeShare) {
      for (const at of pixels) values[at] = 1;
    }
  }
  return { ...mask, values };
}

/** Returns the connected parts of the object and of its background. */
function islandsOf({ width, height, values }: Plane): Island[] {
  const seen = new Uint8Array(values.length);
  const islands: Island[] = [];
  for (let start = 0; start < values.length; start += 1) {
    if (seen[start]) continue;
    const isObject = (values[start] ?? 0) >= inside;
    const island: Island = { pixels: [start], isObject, touchesEdge: false };
    seen[start] = 1;
    for (let next = 0; next < island.pixels.length; next += 1) {
      const at = island.pixels[next] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) island.touchesEdge = true;
      const visit = (beside: number) => {
        if (seen[beside] || (values[beside] ?? 0) >= inside !== isObject) return;
        seen[beside] = 1;
        island.pixels.push(beside);
      };
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (y > 0) visit(at - width);
      if (y < height - 1) visit(at + width);
    }
    islands.push(island);
  }
  return islands;
}
