import type { Weight } from './tfjs-weights.ts';

/** One byte per weight, symmetric about 0, with a step for each output channel. */
export interface QuantizedKernel {
  shape: number[];
  values: Int8Array<ArrayBuffer>;
  /** value of 1 in an output channel's sum */
  steps: Float32Array<ArrayBuffer>;
  /** added to the sums */
  bias: Int32Array<ArrayBuffer>;
}

/** A byte b of input channel c represents (b - zero) * steps[c] + offsets[c]. */
export interface InputScale {
  steps: Float32Array;
  offsets: Float32Array;
}

const most = 127;

/**
 * Rounds a kernel (out, in, height, width) to bytes. Each input channel may have its own step,
 * which becomes part of the weights, because the runtime supports only one step for all channels.
 * The offsets become part of the bias, by the rounded weights.
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
