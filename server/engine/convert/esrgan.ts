import { addGridFilter } from './grid-filter.ts';
import type { Layer, LayersModel } from './layers-model.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { foldBias, foldKernel } from './sub-pixel.ts';
import { toOnnxKernel, type Weight, weightOf } from './tfjs-weights.ts';

/** A tensor, or several that a Concatenate layer only pretends to join. */
type Parts = { name: string; channels: number }[];

interface Conversion {
  scale: 2 | 4;
  /** remove the regular pattern that nearest up-sampling leaves (see grid-filter.ts) */
  gridFilter: boolean;
}

/**
 * Writes an ESRGAN model of UpscalerJS as ONNX: input and output NCHW, RGB, 0 to 1. Numerically the
 * same network, arranged for speed and little memory:
 * - a convolution over joined tensors becomes a sum of convolutions, so nothing is ever copied
 *   together (a third of the memory, a tenth of the time);
 * - a factor after a convolution is multiplied into its weights;
 * - what follows the up-sampling happens at the small size (see sub-pixel.ts).
 */
export function convertEsrgan(model: LayersModel, { scale, gridFilter }: Conversion): Uint8Array {
  const graph = new OnnxGraph();
  const input = graph.input('input', [1, 3, 'height', 'width']);
  const writer = new LayerWriter(graph, model, scale);
  for (const layer of model.layers) writer.add(layer, input);
  let folded = writer.result();
  if (gridFilter) folded = addGridFilter(graph, { source: input, folded, scale });
  graph.node('DepthToSpace', [folded], { blocksize: scale, mode: 'DCR' }, 'output');
  graph.output('output', [1, 3, 'outputHeight', 'outputWidth']);
  return graph.encode();
}

class LayerWriter {
  readonly #graph: OnnxGraph;
  readonly #weights: Map<string, Weight>;
  readonly #users = new Map<string, Layer[]>();
  readonly #scale: number;
  readonly #values = new Map<string, Parts>();
  readonly #last: Layer | undefined;
  /** 'repeated' after nearest up-sampling, 'unfolded' after a pixel shuffle */
  #enlarged: 'repeated' | 'unfolded' | undefined;

  constructor(graph: OnnxGraph, { layers, weights }: LayersModel, scale: number) {
    this.#graph = graph;
    this.#weights = weights;
    this.#scale = scale;
    this.#last = layers.at(-1);
    for (const layer of layers) {
      for (const name of layer.inputs) {
        this.#users.set(name, [...(this.#users.get(name) ?? []), layer]);
      }
    }
  }

  add(layer: Layer, graphInput: string): void {
    this.#values.set(layer.name, this.#write(layer, graphInput));
  }

  result(): string {
    return single(this.#values.get(this.#last?.name ?? '') ?? []);
  }

  #write(layer: Layer, graphInput: string): Parts {
    const inputs = layer.inputs.map((name) => this.#values.get(name) ?? []);
    const [first = []] = inputs;
    switch (layer.kind) {
      case 'InputLayer':
        return [{ name: graphInput, channels: 3 }];
      case 'Conv2D':
        return this.#convolution(layer, first);
      case 'Activation':
        return this.#elementwise('Relu', [first]);
      case 'Add':
        return this.#elementwise('Add', inputs);
      case 'Concatenate':
        return inputs.flat();
      case 'MultiplyBeta':
        return this.#factor(layer, first);
      case 'UpSampling2D':
        return this.#enlarge('repeated', layer.config.size?.[0], first);
      case `PixelShuffle${this.#scale}x`:
        return this.#enlarge('unfolded', layer.config.scale, first);
      default:
        throw new Error(`Layer "${layer.name}": the kind "${layer.kind}" is not known`);
    }
  }

  #convolution(layer: Layer, inputs: Parts): Parts {
    const { activation = 'linear', strides = [1, 1] } = layer.config;
    if (activation !== 'linear' || strides.some((stride) => stride !== 1)) {
      throw new Error(`Layer "${layer.name}": only linear convolutions of stride 1 are known`);
    }
    let kernel = toOnnxKernel(weightOf(this.#weights, `${layer.name}/kernel`));
    let bias = weightOf(this.#weights, `${layer.name}/bias`).values;
    const factor = this.#factorAfter(layer);
    if (factor !== 1) {
      kernel = { shape: kernel.shape, values: kernel.values.map((value) => value * factor) };
      bias = bias.map((value) => value * factor);
    }
    if (this.#enlarged) {
      if (layer !== this.#last) throw new Error('Only one layer may follow the up-sampling');
      kernel = foldKernel(kernel, this.#scale, this.#enlarged === 'repeated');
      bias = foldBias(bias, this.#scale);
    }
    return [{ name: this.#sumOfConvolutions(inputs, kernel, bias), channels: bias.length }];
  }

  #sumOfConvolutions(inputs: Parts, kernel: Weight, bias: Float32Array): string {
    const [to = 0, , size = 1] = kernel.shape;
    const pad = (size - 1) / 2;
    const shape = { kernel_shape: [size, size], pads: [pad, pad, pad, pad] };
    let from = 0;
    let sum: string | undefined;
    for (const { name, channels } of inputs) {
      const part = inputChannels(kernel, from, channels);
      from += channels;
      const weights = [name, this.#graph.weights(part.values, part.shape)];
      if (sum === undefined) weights.push(this.#graph.weights(bias, [to]));
      const convolved = this.#graph.node('Conv', weights, shape);
      sum = sum === undefined ? convolved : this.#graph.node('Add', [convolved, sum]);
    }
    if (sum === undefined) throw new Error('A convolution has no input');
    return sum;
  }

  #factorAfter(layer: Layer): number {
    const users = this.#users.get(layer.name) ?? [];
    const [user] = users;
    return users.length === 1 && user?.kind === 'MultiplyBeta' ? (user.config.beta ?? 1) : 1;
  }

  #factor(layer: Layer, input: Parts): Parts {
    const before = layer.inputs[0] ?? '';
    const isFolded = this.#users.get(before)?.length === 1 && this.#weights.has(`${before}/kernel`);
    if (isFolded) return input;
    const beta = this.#graph.weights(Float32Array.of(layer.config.beta ?? 1), [1]);
    const name = this.#graph.node('Mul', [single(input), beta]);
    return [{ name, channels: input[0]?.channels ?? 0 }];
  }

  #elementwise(opType: string, inputs: Parts[]): Parts {
    const name = this.#graph.node(opType, inputs.map(single));
    return [{ name, channels: inputs[0]?.[0]?.channels ?? 0 }];
  }

  #enlarge(form: 'repeated' | 'unfolded', factor: number | undefined, input: Parts): Parts {
    if (factor !== this.#scale) throw new Error(`The model does not enlarge by ${this.#scale}`);
    this.#enlarged = form;
    return input;
  }
}

function single(parts: Parts): string {
  const [part] = parts;
  if (!part || parts.length !== 1) throw new Error('A joined tensor is used by other than a Conv');
  return part.name;
}

function inputChannels(kernel: Weight, from: number, count: number): Weight {
  const [to = 0, all = 0, height = 0, width = 0] = kernel.shape;
  const taps = height * width;
  const values = new Float32Array(to * count * taps);
  for (let out = 0; out < to; out += 1) {
    const start = (out * all + from) * taps;
    values.set(kernel.values.subarray(start, start + count * taps), out * count * taps);
  }
  return { shape: [to, count, height, width], values };
}
