import { inverse, times, toD50 } from './build-profile.ts';
import { linearToByte } from './light.ts';
import { srgbPrimaries } from './named-colours.ts';
import type { LabEncoding } from './tiff-directory.ts';

const white = [0.9642, 1, 0.8249] as const;
const fromD50 = inverse(toD50(srgbPrimaries));

/**
 * Converts CIELAB under D50, as stored in a TIFF, to sRGB. `step` is the number of channels per
 * pixel.
 */
export function labToRgb(
  data: Uint8Array | Uint16Array,
  step: number,
  { isShifted, bits }: LabEncoding,
): Uint8Array {
  const pixels = data.length / step;
  const rgb = new Uint8Array(pixels * 3);
  const unit = bits === 16 ? 256 : 1;
  const brightest = isShifted ? 255 * unit : 2 ** bits - 1;
  const axis = (value: number) => {
    const steps = value / unit;
    if (isShifted) return steps - 128;
    return steps < 128 ? steps : steps - 256;
  };
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const from = pixel * step;
    const lightness = Math.min(100, (100 * (data[from] ?? 0)) / brightest);
    const y = (lightness + 16) / 116;
    const x = y + axis(data[from + 1] ?? 0) / 500;
    const z = y - axis(data[from + 2] ?? 0) / 200;
    const light = times(fromD50, [white[0] * cube(x), white[1] * cube(y), white[2] * cube(z)]);
    for (let colour = 0; colour < 3; colour += 1) {
      rgb[pixel * 3 + colour] = linearToByte(light[colour] ?? 0);
    }
  }
  return rgb;
}

function cube(value: number): number {
  return value > 6 / 29 ? value ** 3 : 3 * (6 / 29) ** 2 * (value - 4 / 29);
}
