import type { Layer, LayersModel } from './layers-model.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { pixelInput } from './pixels.ts';
import { addResult, type Result } from './result.ts';
import { foldBias, foldKernel } from './sub-pixel.ts';
import { addIdentities, findTail, type Parts, usersOf } from './tail.ts';
import { toOnnxKernel, type Weight, weightOf } from './tfjs-weights.ts';

/**
 * Writes an ESRGAN model of UpscalerJS as ONNX, with pixels as input and output (pixels.ts). The
 * result is numerically the same. These changes save time and memory:
 * - A convolution of concatenated tensors becomes a sum of convolutions. This avoids a copy and
 *   takes a third of the memory and a tenth of the time.
 * - Factors and additions after a convolution become part of its weights (tail.ts).
 * - Layers after the up-sampling run at the small size (sub-pixel.ts).
 */
export function convertEsrgan(model: LayersModel, result: Result): Uint8Array {
  const graph = new OnnxGraph();
  const source = pixelInput(graph);
  const writer = new LayerWriter(graph, model, result.scale);
  for (const layer of model.layers) writer.add(layer, source);
  addResult(graph, { source, folded: writer.result() }, result);
  return graph.encode();
}

class LayerWriter {
  readonly #graph: OnnxGraph;
  readonly #weights: Map<string, Weight>;
  readonly #users: Map<string, Layer[]>;
  readonly #scale: number;
  readonly #values = new Map<string, Parts>();
  readonly #last: Layer | undefined;
  /** layers that have become part of an earlier convolution */
  readonly #absorbed = new Set<string>();
  /**
   * form of the enlarged picture: 'repeated' after nearest up-sampling, 'unfolded' after a pixel
   * shuffle
   */
  #enlarged: 'repeated' | 'unfolded' | undefined;

  constructor(graph: OnnxGraph, { layers, weights }: LayersModel, scale: number) {
    this.#graph = graph;
    this.#weights = weights;
    this.#scale = scale;
    this.#last = layers.at(-1);
    this.#users = usersOf(layers);
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
        return [{ name: this.#graph.node('Relu', [single(first)]), channels: channelsOf(first) }];
      case 'Add':
      case 'MultiplyBeta':
        return this.#taken(layer);
      case 'Concatenate':
        return inputs.flat();
      case 'UpSampling2D':
        return this.#enlarge('repeated', layer.config.size?.[0], first);
      case `PixelShuffle${this.#scale}x`:
        return this.#enlarge('unfolded', layer.config.scale, first);
      default:
        throw new Error(`Layer "${layer.name}": the kind "${layer.kind}" is not supported`);
    }
  }

  #convolution(layer: Layer, inputs: Parts): Parts {
    const { activation = 'linear', strides = [1, 1] } = layer.config;
    if (activation !== 'linear' || strides.some((stride) => stride !== 1)) {
      throw new Error(`Layer "${layer.name}": only linear convolutions of stride 1 are supported`);
    }
    const tail = findTail(layer, this.#users, (name) => this.#tensorOf(name), inputs);
    for (const name of tail.absorbed) this.#absorbed.add(name);
    let kernel = scaled(toOnnxKernel(weightOf(this.#weights, `${layer.name}/kernel`)), tail.factor);
    let bias = weightOf(this.#weights, `${layer.name}/bias`).values;
    bias = bias.map((value) => value * tail.factor);
    if (this.#enlarged) {
      if (layer !== this.#last) throw new Error('Only one layer may follow the up-sampling');
      kernel = foldKernel(kernel, this.#scale, this.#enlarged === 'repeated');
      bias = foldBias(bias, this.#scale);
    }
    addIdentities(kernel, inputs, tail.identities);
    const name = this.#sumOfConvolutions(inputs, kernel, bias, tail.addend);
    const result = [{ name, channels: bias.length }];
    for (const absorbed of tail.absorbed) this.#values.set(absorbed, result);
    return result;
  }

  #sumOfConvolutions(
    inputs: Parts,
    kernel: Weight,
    bias: Float32Array,
    addend: string | undefined,
  ): string {
    const [to = 0, , size = 1] = kernel.shape;
    const pad = (size - 1) / 2;
    const shape = { kernel_shape: [size, size], pads: [pad, pad, pad, pad] };
    let from = 0;
    let sum = addend;
    for (const { name, channels } of inputs) {
      const part = inputChannels(kernel, from, channels);
      const weights = [name, this.#graph.weights(part.values, part.shape)];
      if (from === 0) weights.push(this.#graph.weights(bias, [to]));
      const convolved = this.#graph.node('Conv', weights, shape);
      sum = sum === undefined ? convolved : this.#graph.node('Add', [convolved, sum]);
      from += channels;
    }
    if (sum === undefined) throw new Error('A convolution has no input');
    return sum;
  }

  /** Returns the tensor of an earlier layer, or undefined for a concatenation. */
  #tensorOf(name: string): string | undefined {
    const parts = this.#values.get(name);
    return parts?.length === 1 ? parts[0]?.name : undefined;
  }

  #taken(layer: Layer): Parts {
    const value = this.#absorbed.has(layer.name) ? this.#values.get(layer.name) : undefined;
    if (!value) throw new Error(`Layer "${layer.name}" does not follow a convolution`);
    return value;
  }

  #enlarge(form: 'repeated' | 'unfolded', factor: number | undefined, input: Parts): Parts {
    if (factor !== this.#scale) throw new Error(`The model does not enlarge by ${this.#scale}`);
    this.#enlarged = form;
    return input;
  }
}

function single(parts: Parts): string {
  const [part] = parts;
  if (!part || parts.length !== 1)
    throw new Error('Only a Conv layer may use a concatenated tensor');
  return part.name;
}

function channelsOf(parts: Parts): number {
  return parts.reduce((sum, { channels }) => sum + channels, 0);
}

function scaled({ shape, values }: Weight, factor: number): Weight {
  return { shape, values: values.map((value) => value * factor) };
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
