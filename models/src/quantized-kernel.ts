import type { Weight } from './tfjs-weights.ts';

/** Weights as signed bytes, with one step per output channel. */
export interface QuantizedKernel {
  shape: number[];
  values: Int8Array<ArrayBuffer>;
  /** value of one unit in the sum of each output channel */
  steps: Float32Array<ArrayBuffer>;
  /** added to the sum of each output channel */
  bias: Int32Array<ArrayBuffer>;
}

/** Meaning of input bytes: b of channel c represents (b - zero) * steps[c] + offsets[c]. */
export interface InputScale {
  steps: Float32Array;
  offsets: Float32Array;
}

const most = 127;

/**
 * Rounds a kernel (out, in, height, width) to bytes. The runtime supports only one step for all
 * input channels, so the steps of the input channels become part of the weights. The offsets,
 * multiplied by the rounded weights, become part of the bias.
 */
export function quantizeKernel(
  { shape, values }: Weight,
  bias: Float32Array,
  { steps, offsets }: InputScale,
): QuantizedKernel {
  const [to = 0, from = 0, height = 0, width = 0] = shape;
  const taps = height * width;
  const perOutput = from * taps;
  const quantized = {
    shape,
    values: new Int8Array(values.length),
    steps: new Float32Array(to),
    bias: new Int32Array(to),
  };
  for (let out = 0; out < to; out += 1) {
    const start = out * perOutput;
    const scaled = Float32Array.from({ length: perOutput }, (_, index) => {
      return (values[start + index] ?? 0) * (steps[Math.floor(index / taps)] ?? 0);
    });
    const step = Math.max(largest(scaled) / most, Number.MIN_VALUE);
    let sum = (bias[out] ?? 0) / step;
    for (const [index, value] of scaled.entries()) {
      const rounded = Math.round(value / step);
      quantized.values[start + index] = rounded;
      const channel = Math.floor(index / taps);
      sum += (rounded * (offsets[channel] ?? 0)) / (steps[channel] ?? 1);
    }
    quantized.steps[out] = step;
    quantized.bias[out] = Math.round(sum);
  }
  return quantized;
}

function largest(values: Float32Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
