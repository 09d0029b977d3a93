import { type Colours, ofEach } from './colours.ts';
import { boxMean, type Plane, planeOf, product } from './plane.ts';

/**
 * A linear function of a pixel's colour: `red × r + green × g + blue × b + offset`. Each pixel has
 * its own factors.
 */
export interface LinearModel {
  gains: Colours;
  offset: Plane;
}

/**
 * Describes a plane around each pixel as a linear function of the colour, so that the plane gets
 * the edges of the picture. This is a guided filter with a colour guide (He, Sun, Tang 2013). With
 * a larger `smoothness`, the plane follows only stronger edges.
 */
export function guidedModel(
  guide: Colours,
  plane: Plane,
  { radius, smoothness }: { radius: number; smoothness: number },
): LinearModel {
  const mean = (values: Plane) => boxMean(values, radius);
  const meanOf = (one: Plane, other: Plane) => boxMean(product(one, other), radius).values;
  const [red, green, blue] = guide;
  const [reds, greens, blues] = ofEach(guide, mean).map(({ values }) => values);
  const squares = {
    rr: meanOf(red, red),
    rg: meanOf(red, green),
    rb: meanOf(red, blue),
    gg: meanOf(green, green),
    gb: meanOf(green, blue),
    bb: meanOf(blue, blue),
  };
  const products = { r: meanOf(red, plane), g: meanOf(green, plane), b: meanOf(blue, plane) };
  const meanValue = mean(plane).values;
  const { width, height } = plane;
  const gains: Colours = [planeOf(width, height), planeOf(width, height), planeOf(width, height)];
  const offset = planeOf(width, height);
  for (let at = 0; at < width * height; at += 1) {
    const r = reds?.[at] ?? 0;
    const g = greens?.[at] ?? 0;
    const b = blues?.[at] ?? 0;
    const value = meanValue[at] ?? 0;
    const rr = (squares.rr[at] ?? 0) - r * r + smoothness;
    const rg = (squares.rg[at] ?? 0) - r * g;
    const rb = (squares.rb[at] ?? 0) - r * b;
    const gg = (squares.gg[at] ?? 0) - g * g + smoothness;
    const gb = (squares.gb[at] ?? 0) - g * b;
    const bb = (squares.bb[at] ?? 0) - b * b + smoothness;
    const pr = (products.r[at] ?? 0) - r * value;
    const pg = (products.g[at] ?? 0) - g * value;
    const pb = (products.b[at] ?? 0) - b * value;
    // These are elements of the inverse of the colours' covariance matrix, which is symmetric.
    const c0 = gg * bb - gb * gb;
    const c1 = gb * rb - rg * bb;
    const c2 = rg * gb - gg * rb;
    const determinant = rr * c0 + rg * c1 + rb * c2;
    const gainR = (c0 * pr + c1 * pg + c2 * pb) / determinant;
    const gainG = (c1 * pr + (rr * bb - rb * rb) * pg + (rg * rb - rr * gb) * pb) / determinant;
    const gainB = (c2 * pr + (rg * rb - rr * gb) * pg + (rr * gg - rg * rg) * pb) / determinant;
    gains[0].values[at] = gainR;
    gains[1].values[at] = gainG;
    gains[2].values[at] = gainB;
    offset.values[at] = value - gainR * r - gainG * g - gainB * b;
  }
  return { gains: ofEach(gains, mean), offset: mean(offset) };
}
