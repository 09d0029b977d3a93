import { buildProfile, type Curve, type Primaries } from './build-profile.ts';

/** Colours of a file without an ICC profile, as code points of ITU-T H.273. */
export interface CodePoints {
  primaries: number;
  transfer: number;
}

/** Meaning of a picture's RGB numbers. */
export type Colours =
  | { kind: 'srgb' }
  | { kind: 'profile'; icc: Uint8Array }
  /**
   * converted to sRGB during decoding, because filters and networks cannot process these numbers
   */
  | { kind: 'light'; transfer: 'pq' | 'hlg' | Curve; primaries: Primaries };

const d65 = [0.3127, 0.329] as const;
const c = [0.31, 0.316] as const;
const theatre = [0.314, 0.351] as const;
const p3 = { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] } as const;
const smpte = { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: d65 } as const;

export const srgbPrimaries: Primaries = {
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
  white: d65,
};

const primariesByCode: Readonly<Record<number, Primaries>> = {
  1: srgbPrimaries,
  4: { red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: c },
  5: { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: d65 },
  6: smpte,
  7: smpte,
  8: { red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: c },
  9: { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: d65 },
  11: { ...p3, white: theatre },
  12: { ...p3, white: d65 },
  22: { red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077], white: d65 },
};

const srgbCurve: Curve = { g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045 };
export const gamma = (g: number): Curve => ({ g, a: 1, b: 0, c: 0, d: 0 });
/** Curve of a display according to BT.1886; cameras use another curve. */
const videoCurve = gamma(2.4);

const curvesByCode: Readonly<Record<number, Curve>> = {
  1: videoCurve,
  4: gamma(2.2),
  5: gamma(2.8),
  6: videoCurve,
  7: { g: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 1 / 4, d: 0.0912 },
  8: gamma(1),
  11: videoCurve,
  13: srgbCurve,
  14: videoCurve,
  15: videoCurve,
  17: { g: 2.6, a: (52.37 / 48) ** (1 / 2.6), b: 0, c: 0, d: 0 },
};

/**
 * For these video curves, browsers show an AVIF with the sRGB curve and a PNG with the curve
 * itself.
 */
export const likeSrgb: ReadonlySet<number> = new Set([1, 2, 6, 14, 15]);

/**
 * Returns the colours that the code points describe, or null if the code points are unknown. The
 * picture is then shown as if it had no code points.
 */
export function coloursOf({ primaries, transfer }: CodePoints): Colours | null {
  const points = primariesByCode[primaries];
  if (!points) return null;
  if (transfer === 16) return { kind: 'light', transfer: 'pq', primaries: points };
  if (transfer === 18) return { kind: 'light', transfer: 'hlg', primaries: points };
  const curve = curvesByCode[transfer];
  if (!curve) return null;
  if (primaries === 1 && transfer === 13) return { kind: 'srgb' };
  return coloursBy(points, curve);
}

/**
 * Keeps the RGB numbers and adds a profile if the curve is similar to that of sRGB. Filters would
 * give wrong results with other curves, so pictures with other curves are converted.
 */
export function coloursBy(primaries: Primaries, curve: Curve): Colours {
  const isUsual = curve.g >= 1.7 && curve.g <= 2.7;
  if (!isUsual) return { kind: 'light', transfer: curve, primaries };
  return { kind: 'profile', icc: buildProfile(primaries, curve) };
}
