import type { Weight } from './tfjs-weights.ts';

/*
 * The folded form of an enlarged picture: it has the size of the source and scale² × 3 channels,
 * one for each colour and position inside a source pixel (row, then column). Convolutions in the
 * folded form are several times faster than on the large picture. DepthToSpace unfolds it.
 */

/**
 * Returns the source pixel, and the position inside it, at `offset` pixels from `place` in the
 * large picture.
 */
function locate(place: number, offset: number, scale: number): [pixel: number, place: number] {
  const position = place + offset;
  const pixel = Math.floor(position / scale);
  return [pixel, position - pixel * scale];
}

/**
 * Converts a kernel for the large picture into a kernel for the folded form. The kernel is (out,
 * in, height, width), both sides odd, reach ≤ scale. `repeated`: the input is the source, whose
 * pixels the large picture repeats. Otherwise the input is in the folded form.
 */
export function foldKernel(kernel: Weight, scale: number, repeated: boolean): Weight {
  const [to = 0, from = 0, size = 0] = kernel.shape;
  const reach = (size - 1) / 2;
  const channels = repeated ? from : from * scale * scale;
  const folded = new Float32Array(scale * scale * to * channels * 9);
  const taps = Array.from({ length: size }, (_, tap) => tap - reach);
  for (let row = 0; row < scale; row += 1) {
    for (let column = 0; column < scale; column += 1) {
      for (const down of taps) {
        const [y, innerRow] = locate(row, down, scale);
        for (const right of taps) {
          const [x, innerColumn] = locate(column, right, scale);
          const place = repeated ? 0 : innerRow * scale + innerColumn;
          for (let o = 0; o < to; o += 1) {
            for (let i = 0; i < from; i += 1) {
              const out = (row * scale + column) * to + o;
              const index = ((out * channels + place * from + i) * 3 + y + 1) * 3 + x + 1;
              const tap = ((o * from + i) * size + down + reach) * size + right + reach;
              folded[index] = (folded[index] ?? 0) + (kernel.values[tap] ?? 0);
            }
          }
        }
      }
    }
  }
  return { shape: [scale * scale * to, channels, 3, 3], values: folded };
}

/** Repeats the bias of each colour for every position inside a source pixel. */
export function foldBias(bias: Float32Array, scale: number): Float32Array {
  const places = Array.from({ length: scale * scale }, () => [...bias]);
  return Float32Array.from(places.flat());
}

/** Returns a separable kernel that filters each of `channels` channels separately. */
export function separable(taps: readonly number[], channels: number): Weight {
  const size = taps.length;
  const values = new Float32Array(channels * channels * size * size);
  for (let channel = 0; channel < channels; channel += 1) {
    for (const [y, down] of taps.entries()) {
      for (const [x, right] of taps.entries()) {
        values[((channel * channels + channel) * size + y) * size + x] = down * right;
      }
    }
  }
  return { shape: [channels, channels, size, size], values };
}

/**
 * Returns the weight of a Catmull-Rom spline at a distance. The formula avoids `**`, whose last bit
 * may differ between versions of V8.
 */
function cubic(distance: number): number {
  const d = Math.abs(distance);
  if (d <= 1) return 1.5 * d * d * d - 2.5 * d * d + 1;
  return d < 2 ? -0.5 * d * d * d + 2.5 * d * d - 4 * d + 2 : 0;
}

function linear(distance: number): number {
  return Math.max(0, 1 - Math.abs(distance));
}

/**
 * Returns a kernel that interpolates from the source to the folded form. `colours` is the number of
 * input channels. One channel is used for all three colours.
 */
export function interpolation(kind: 'cubic' | 'linear', scale: number, colours: 1 | 3): Weight {
  const reach = 2;
  const size = 2 * reach + 1;
  const values = new Float32Array(scale * scale * 3 * colours * size * size);
  const weigh = kind === 'cubic' ? cubic : linear;
  const weightsOf = (place: number) => {
    const centre = (place + 0.5) / scale - 0.5;
    return Array.from({ length: size }, (_, tap) => weigh(tap - reach - centre));
  };
  for (let out = 0; out < scale * scale * 3; out += 1) {
    const place = Math.floor(out / 3);
    const from = colours === 3 ? out % 3 : 0;
    const rows = weightsOf(Math.floor(place / scale));
    const columns = weightsOf(place % scale);
    for (const [y, down] of rows.entries()) {
      for (const [x, right] of columns.entries()) {
        values[((out * colours + from) * size + y) * size + x] = down * right;
      }
    }
  }
  return { shape: [scale * scale * 3, colours, size, size], values };
}

/** Returns a kernel that reduces a picture in the folded form from ×4 to ×2. */
export function halving(): Weight {
  const values = new Float32Array(12 * 48 * 9);
  const taps = Array.from({ length: 8 }, (_, tap) => tap - 3);
  const weigh = (tap: number) => cubic((tap - 0.5) / 2) / 2;
  for (let place = 0; place < 4; place += 1) {
    for (const down of taps) {
      const [y, innerRow] = locate(2 * Math.floor(place / 2), down, 4);
      for (const right of taps) {
        const [x, innerColumn] = locate(2 * (place % 2), right, 4);
        for (let colour = 0; colour < 3; colour += 1) {
          const from = (innerRow * 4 + innerColumn) * 3 + colour;
          const index = (((place * 3 + colour) * 48 + from) * 3 + y + 1) * 3 + x + 1;
          values[index] = weigh(down) * weigh(right);
        }
      }
    }
  }
  return { shape: [12, 48, 3, 3], values };
}
