import { type Curve, inverse, type Primaries, product, toD50 } from './build-profile.ts';
import { linearToByte } from './light.ts';
import { srgbPrimaries } from './named-colours.ts';

/**
 * White level of a picture with highlights brighter than white, in candelas per square metre (ITU-R
 * BT.2408).
 */
const whiteNits = 203;
/** Peak brightness that pictures with highlights are usually made for, relative to white. */
const peak = 1000 / whiteNits;

interface Light {
  transfer: 'pq' | 'hlg' | Curve;
  primaries: Primaries;
}

/**
 * Converts encoded light, including highlights beyond white, to sRGB. `step`: channels per pixel.
 */
export function lightToRgb(
  data: Uint8Array | Uint16Array,
  step: number,
  { transfer, primaries }: Light,
): Uint8Array {
  const light = lightOf(transfer, data instanceof Uint16Array ? 65_535 : 255);
  const [red, green, blue] = product(inverse(toD50(srgbPrimaries)), toD50(primaries));
  const isHdr = transfer === 'pq' || transfer === 'hlg';
  const pixels = data.length / step;
  const rgb = new Uint8Array(pixels * 3);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const from = pixel * step;
    let r = light[data[from] ?? 0] ?? 0;
    let g = light[data[from + 1] ?? 0] ?? 0;
    let b = light[data[from + 2] ?? 0] ?? 0;
    if (transfer === 'hlg') {
      const gain = displayGain(0.2627 * r + 0.678 * g + 0.0593 * b);
      r *= gain;
      g *= gain;
      b *= gain;
    }
    const factor = isHdr ? shareOfLight(Math.max(r, g, b)) : 1;
    rgb[pixel * 3] = linearToByte((red[0] * r + red[1] * g + red[2] * b) * factor);
    rgb[pixel * 3 + 1] = linearToByte((green[0] * r + green[1] * g + green[2] * b) * factor);
    rgb[pixel * 3 + 2] = linearToByte((blue[0] * r + blue[1] * g + blue[2] * b) * factor);
  }
  return rgb;
}

/**
 * Returns a factor that depends on the strongest colour of a pixel. It keeps the hue, and nothing
 * becomes brighter than white.
 */
function shareOfLight(most: number): number {
  return (1 + most / peak ** 2) / (1 + most);
}

/**
 * Returns the light for each encoded number, where 1 is white. For HLG the result is scene light.
 */
function lightOf(transfer: Light['transfer'], most: number): Float32Array {
  const light = (value: number) => {
    if (transfer === 'hlg') return hlg(value);
    return transfer === 'pq' ? pq(value) / whiteNits : byCurve(value, transfer);
  };
  return Float32Array.from({ length: most + 1 }, (_, value) => light(value / most));
}

function byCurve(value: number, { g, a, b, c, d }: Curve): number {
  return value >= d ? (a * value + b) ** g : c * value;
}

/** Converts an encoded number to light by SMPTE ST 2084, in candelas per square metre. */
function pq(value: number): number {
  const root = value ** (1 / 78.84375);
  const ratio = Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root);
  return 10_000 * ratio ** (1 / 0.1593017578125);
}

/** Converts an encoded HLG number to scene light from 0 to 1 (ITU-R BT.2100). */
function hlg(value: number): number {
  if (value <= 0.5) return value ** 2 / 3;
  return (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

/**
 * Returns the gain from scene light to the light of a display with a peak of 1000 candelas per
 * square metre.
 */
function displayGain(brightness: number): number {
  return brightness ** 0.2 * peak;
}
