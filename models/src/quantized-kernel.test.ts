import { describe, expect, it } from 'vitest';
import { quantizeKernel } from './quantized-kernel.ts';

/** Kernel with two outputs, two inputs and one tap. */
const kernel = { shape: [2, 2, 1, 1], values: Float32Array.of(0.5, -1, 0.02, 0.01) };
const bias = Float32Array.of(0.25, -0.125);
const plain = { steps: Float32Array.of(1, 1), offsets: Float32Array.of(0, 0) };

describe('quantizeKernel', () => {
  it('uses the full byte range for each output channel', () => {
    const { values, steps } = quantizeKernel(kernel, bias, plain);
    expect([...values]).toEqual([64, -127, 127, 64]);
    expect(steps[0]).toBeCloseTo(1 / 127);
    expect(steps[1]).toBeCloseTo(0.02 / 127);
  });

  it('makes the steps of the input part of the weights', () => {
    const { values, steps } = quantizeKernel(kernel, bias, {
      steps: Float32Array.of(2, 0.25),
      offsets: Float32Array.of(0, 0),
    });
    expect([...values.subarray(0, 2)]).toEqual([127, -32]);
    expect(steps[0]).toBeCloseTo(1 / 127);
  });

  it('makes the offsets of the input part of the bias', () => {
    const offsets = Float32Array.of(3, 0);
    const { steps, bias: sums } = quantizeKernel(kernel, bias, { ...plain, offsets });
    // Byte 0 of the first channel represents 3.
    expect((sums[0] ?? 0) * (steps[0] ?? 0)).toBeCloseTo(0.25 + 0.5 * 3, 1);
  });

  it('accepts an output channel without weights', () => {
    const empty = { shape: [1, 1, 1, 1], values: Float32Array.of(0) };
    const one = { steps: Float32Array.of(1), offsets: Float32Array.of(0) };
    const { values, bias: sums } = quantizeKernel(empty, Float32Array.of(0), one);
    expect([...values, ...sums]).toEqual([0, 0]);
  });
});
