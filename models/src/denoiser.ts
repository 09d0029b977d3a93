import { OnnxGraph } from './onnx-graph.ts';

/*
 * Sliding-window DCT denoising in two steps, as one ONNX graph. The source is Yu and Sapiro, "DCT
 * image denoising"; the second step is the Wiener step of BM3D. Patches of 8 × 8 start at every
 * second pixel. The first step removes coefficients that noise alone could explain. The second step
 * uses the first result to estimate the signal in each coefficient, and scales it accordingly.
 * Overlapping patches are averaged. Patches with few coefficients have a higher weight.
 */

const patch = 8;
const coefficients = patch * patch;
const stride = 2;
/** Pixels are summed in blocks of 4 × 4, because 16 values fill a vector register. */
const block = 4;
const taps = 5;
const before = 3;
/** Coefficients above this many standard deviations of the noise are kept as signal. */
const threshold = 2.7;
/** Value that is added to a patch's mean coefficient, so that this coefficient is never removed. */
const always = 1e6;

const third = Math.sqrt(1 / 3);
const half = Math.sqrt(1 / 2);
const sixth = Math.sqrt(1 / 6);
/**
 * Orthonormal transform to brightness and two colour differences. The noise of the three channels
 * is independent.
 */
const opponent = [third, third, third, half, 0, -half, sixth, -2 * sixth, sixth];
const opponentInverse = [third, half, sixth, third, 0, -2 * sixth, third, -half, sixth];

/**
 * Builds the denoising network.
 * Inputs:
 * - `input` [1, 3, height, width]: RGB, 0 to 255; both sides are multiples of 4
 * - `curve` [3]: variance of the brightness noise as a polynomial of the mean grey value (constant,
 *   linear, square)
 * - `limits` [2]: lowest and highest variance
 * - `channels` [3, 1, 1, 1]: variance of brightness and the two colour differences, relative to the
 *   curve
 * The output has the shape of `input`.
 */
export function buildDenoiser(): Uint8Array {
  const writer = new DenoiserWriter();
  return writer.write();
}

class DenoiserWriter {
  readonly #graph = new OnnxGraph();
  readonly #basis = dctBasis();
  readonly #always = this.#alwaysForMean();

  write(): Uint8Array {
    const graph = this.#graph;
    const input = graph.input('input', [1, 3, 'height', 'width']);
    const inputs = {
      curve: graph.input('curve', [3]),
      limits: graph.input('limits', [2]),
      channels: graph.input('channels', [3, 1, 1, 1]),
    };
    const colours = this.#mix(input, opponent);
    const planes = this.#reshape(colours, [3, 1], input, [2, 3]);
    const noisy = this.#transform(planes);
    const variance = this.#variance(noisy, inputs);
    const basic = this.#transform(this.#dropNoise(noisy, variance));
    const clean = this.#scaleDown(noisy, basic, variance);
    this.#mix(this.#reshape(clean, [1, 3], input, [2, 3]), opponentInverse, 'output');
    graph.output('output', [1, 3, 'height', 'width']);
    return graph.encode();
  }

  #mix(input: string, matrix: number[], output?: string): string {
    const weights = this.#graph.weights(Float32Array.from(matrix), [3, 3, 1, 1]);
    return this.#graph.node('Conv', [input, weights], { kernel_shape: [1, 1] }, output);
  }

  /**
   * Reshapes a tensor to the `fixed` dimensions, followed by the dimensions `axes` of the tensor
   * `like`.
   */
  #reshape(value: string, fixed: number[], like: string, axes: number[]): string {
    const graph = this.#graph;
    const sides = graph.node('Gather', [graph.node('Shape', [like]), graph.integers(axes)]);
    const shape = graph.node('Concat', [graph.integers(fixed), sides], { axis: 0 });
    return graph.node('Reshape', [value, shape]);
  }

  #transform(planes: string): string {
    const weights = this.#graph.weights(this.#basis, [coefficients, 1, patch, patch]);
    return this.#graph.node('Conv', [planes, weights], {
      kernel_shape: [patch, patch],
      strides: [stride, stride],
    });
  }

  /** Returns the noise variance of each patch's coefficients: [3, 1, rows, columns]. */
  #variance(noisy: string, inputs: { curve: string; limits: string; channels: string }): string {
    const graph = this.#graph;
    const [zero, one, two, three] = [[0], [1], [2], [3]].map((value) => graph.integers(value));
    const part = (from: string, start = '', end = '') =>
      graph.node('Slice', [from, start, end, zero ?? '']);
    const sums = part(noisy, zero, one);
    const sum = graph.node('Slice', [sums, zero ?? '', one ?? '', one ?? '']);
    // A uniformly grey patch of value g has the first coefficient 8 g √3.
    const mean = graph.node('Mul', [sum, this.#scalar(1 / (patch * Math.sqrt(3)))]);
    const constant = part(inputs.curve, zero, one);
    const slope = graph.node('Mul', [mean, part(inputs.curve, one, two)]);
    const square = graph.node('Mul', [
      graph.node('Mul', [mean, mean]),
      part(inputs.curve, two, three),
    ]);
    const polynomial = graph.node('Add', [graph.node('Add', [slope, constant]), square]);
    const low = graph.node('Max', [polynomial, part(inputs.limits, zero, one)]);
    const limited = graph.node('Min', [low, part(inputs.limits, one, two)]);
    return graph.node('Mul', [limited, inputs.channels]);
  }

  #dropNoise(noisy: string, variance: string): string {
    const graph = this.#graph;
    const energy = graph.node('Add', [graph.node('Mul', [noisy, noisy]), this.#always]);
    const most = graph.node('Mul', [variance, this.#scalar(threshold * threshold)]);
    const kept = graph.node('Cast', [graph.node('Greater', [energy, most])], { to: 1 });
    const count = graph.node('ReduceSum', [kept, graph.integers([1])], { keepdims: 1 });
    return this.#average(graph.node('Mul', [noisy, kept]), graph.node('Reciprocal', [count]));
  }

  #scaleDown(noisy: string, basic: string, variance: string): string {
    const graph = this.#graph;
    const signal = graph.node('Add', [graph.node('Mul', [basic, basic]), this.#always]);
    const share = graph.node('Div', [signal, graph.node('Add', [signal, variance])]);
    const squares = graph.node('Mul', [share, share]);
    const total = graph.node('ReduceSum', [squares, graph.integers([1])], { keepdims: 1 });
    return this.#average(graph.node('Mul', [noisy, share]), graph.node('Reciprocal', [total]));
  }

  /**
   * Transforms patches back to pixels and averages them by weight. Returns [3, 1, height, width].
   */
  #average(patches: string, weight: string): string {
    const graph = this.#graph;
    const sums = this.#assemble(graph.node('Mul', [patches, weight]), this.#basis);
    const weights = this.#assemble(weight, new Float32Array(coefficients).fill(1));
    const average = graph.node('Div', [sums, weights]);
    return graph.node('DepthToSpace', [average], { blocksize: block, mode: 'DCR' });
  }

  /**
   * Adds up overlapping patches. Each channel contributes its 8 × 8 pattern from `shapes`. The
   * result holds blocks of 4 × 4 pixels as channels.
   */
  #assemble(patches: string, shapes: Float32Array): string {
    const channels = shapes.length / coefficients;
    const kernel = new Float32Array(block * block * channels * taps * taps);
    let index = 0;
    for (let pixel = 0; pixel < block * block; pixel += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        for (let tap = 0; tap < taps * taps; tap += 1) {
          const y = Math.floor(pixel / block) - stride * (Math.floor(tap / taps) - before);
          const x = (pixel % block) - stride * ((tap % taps) - before);
          const inside = y >= 0 && y < patch && x >= 0 && x < patch;
          kernel[index] = inside ? (shapes[channel * coefficients + y * patch + x] ?? 0) : 0;
          index += 1;
        }
      }
    }
    const weights = this.#graph.weights(kernel, [block * block, channels, taps, taps]);
    return this.#graph.node('Conv', [patches, weights], {
      kernel_shape: [taps, taps],
      strides: [block / stride, block / stride],
      pads: [before, before, before, before],
    });
  }

  #alwaysForMean(): string {
    const values = new Float32Array(coefficients);
    values[0] = always;
    return this.#graph.weights(values, [1, coefficients, 1, 1]);
  }

  #scalar(value: number): string {
    return this.#graph.weights(Float32Array.of(value), []);
  }
}

/** Returns the orthonormal two-dimensional DCT-II: 64 patterns of 8 × 8. */
function dctBasis(): Float32Array {
  const wave = (frequency: number, position: number) =>
    Math.sqrt((frequency === 0 ? 1 : 2) / patch) *
    Math.cos((Math.PI * (2 * position + 1) * frequency) / (2 * patch));
  const basis = new Float32Array(coefficients * coefficients);
  for (let index = 0; index < basis.length; index += 1) {
    const [coefficient, pixel] = [Math.floor(index / coefficients), index % coefficients];
    const vertical = wave(Math.floor(coefficient / patch), Math.floor(pixel / patch));
    basis[index] = vertical * wave(coefficient % patch, pixel % patch);
  }
  return basis;
}
