import type { Layer, LayersModel } from './layers-model.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { pixelInput } from './pixels.ts';
import { type QuantizedKernel, quantizeKernel } from './quantized-kernel.ts';
import { type Ranges, rangeOf } from './ranges.ts';
import { addResult, type Result } from './result.ts';
import { foldBias, foldKernel } from './sub-pixel.ts';
import { usersOf } from './tail.ts';
import { toOnnxKernel, type Weight, weightOf } from './tfjs-weights.ts';

export interface Precision {
  /**
   * factor by which the range of the bytes exceeds the measured range; values outside of the range
   * are clipped
   */
  headroom: number;
  /** number of convolutions at the end that stay in floats */
  floatTail: number;
  /** true: all sums of the trunk use the same units; false: each layer has its own units */
  sharesUnits: boolean;
}

interface Conversion extends Result, Precision {
  ranges: Ranges;
}

/**
 * Writes an ESRGAN model of UpscalerJS with 8-bit convolutions. Input and output are those of
 * `convertEsrgan`. These points keep the quality:
 * - The sum that every block adds to (the trunk) stays in floats. Convolutions read a rounded copy.
 * - Each input channel has its own step, stored in the weights. Weights have one step per output
 *   channel.
 * - The first and the last convolutions use floats, because their errors would be visible.
 * Feature maps are NHWC, as the runtime's integer convolution requires.
 */
export function convertQuantized(model: LayersModel, conversion: Conversion): Uint8Array {
  const graph = new OnnxGraph();
  const source = pixelInput(graph);
  const writer = new QuantizedWriter(graph, model, conversion);
  for (const layer of model.layers) writer.add(layer, source);
  addResult(graph, { source, folded: writer.result() }, conversion);
  return graph.encode();
}

/** A tensor of bytes. A byte b of channel c represents (b - zero) * step * units[c]. */
interface Bytes {
  name: string;
  units: Float32Array;
  step: number;
  zero: number;
}

/** The result of a layer, in one or more formats. */
interface Feature {
  /** scale of each channel: a value v in `floats` represents v * units[channel] */
  units: Float32Array;
  /** name of a float tensor in NHWC */
  floats?: string;
  /** byte tensor in NHWC */
  bytes?: Bytes;
  /** name of a float tensor in NCHW, with all units equal to 1 */
  planes?: string;
}

/** Zero points of signed values, and of values that are never negative after an activation. */
const zeros = { signed: 128, positive: 0 };

class QuantizedWriter {
  readonly #graph: OnnxGraph;
  readonly #model: LayersModel;
  readonly #scale: number;
  readonly #ranges: Ranges;
  readonly #headroom: number;
  readonly #users: Map<string, Layer[]>;
  readonly #features = new Map<string, Feature>();
  /** inputs of Concatenate layers, whose tensors are not copied together */
  readonly #joined = new Map<string, string[]>();
  readonly #padded = new Map<string, string>();
  readonly #inFloats: Set<string>;
  readonly #trunkUnits: Float32Array;
  readonly #sharesUnits: boolean;
  #enlarged: 'repeated' | 'unfolded' | undefined;

  constructor(graph: OnnxGraph, model: LayersModel, conversion: Conversion) {
    const { scale, ranges, headroom, floatTail, sharesUnits } = conversion;
    this.#graph = graph;
    this.#model = model;
    this.#scale = scale;
    this.#ranges = ranges;
    this.#headroom = headroom;
    this.#sharesUnits = sharesUnits;
    this.#users = usersOf(model.layers);
    const convolutions = namesOf(model.layers, 'Conv2D');
    this.#inFloats = new Set([...convolutions.slice(0, 1), ...convolutions.slice(-floatTail)]);
    const trunk = [...convolutions.slice(0, 1), ...namesOf(model.layers, 'Add')];
    this.#trunkUnits = unitsOf(widest(trunk.map((name) => rangeOf(ranges, name))));
  }

  add(layer: Layer, source: string): void {
    if (layer.kind === 'Concatenate') {
      this.#joined.set(
        layer.name,
        layer.inputs.flatMap((name) => this.#partsOf(name)),
      );
    } else this.#features.set(layer.name, this.#write(layer, source));
  }

  result(): string {
    return this.#planes(this.#model.layers.at(-1)?.name ?? '');
  }

  #write(layer: Layer, source: string): Feature {
    const [first = '', second = ''] = layer.inputs;
    switch (layer.kind) {
      case 'InputLayer':
        return { units: ones(3), planes: source };
      case 'Conv2D':
        return this.#inFloats.has(layer.name)
          ? this.#floatConvolution(layer, first)
          : this.#byteConvolution(layer, this.#partsOf(first));
      case 'Activation':
        return this.#activate(this.#feature(first));
      case 'Add': {
        const sum = [this.#trunkFloats(first), this.#trunkFloats(second)];
        return { units: this.#trunkUnits, floats: this.#graph.node('Add', sum) };
      }
      case 'MultiplyBeta':
        return this.#multiply(this.#feature(first), layer.config.beta ?? 1);
      case 'UpSampling2D':
        this.#enlarged = 'repeated';
        return this.#feature(first);
      case `PixelShuffle${this.#scale}x`:
        this.#enlarged = 'unfolded';
        return this.#feature(first);
      default:
        throw new Error(`Layer "${layer.name}": the kind "${layer.kind}" is not supported`);
    }
  }

  #feature(name: string): Feature {
    const feature = this.#features.get(name);
    if (!feature) throw new Error(`The result of "${name}" is used before it is computed`);
    return feature;
  }

  #partsOf(name: string): string[] {
    return this.#joined.get(name) ?? [name];
  }

  /** Applies a Relu. Bytes with the zero point 0 cannot be negative, so they need no Relu. */
  #activate(feature: Feature): Feature {
    if (feature.bytes?.zero === zeros.positive) return feature;
    if (!feature.planes) throw new Error('An activation does not follow a convolution');
    return { units: feature.units, planes: this.#graph.node('Relu', [feature.planes]) };
  }

  #multiply(feature: Feature, factor: number): Feature {
    const { units, floats, bytes } = feature;
    if (bytes && !floats) return { units, bytes: { ...bytes, step: bytes.step * factor } };
    const factors = [this.#floats(feature), this.#graph.scalar(factor)];
    return { units, floats: this.#graph.node('Mul', factors) };
  }

  #floatConvolution(layer: Layer, input: string): Feature {
    let { kernel, bias } = this.#weightsOf(layer);
    if (this.#enlarged) {
      kernel = foldKernel(kernel, this.#scale, this.#enlarged === 'repeated');
      bias = foldBias(bias, this.#scale);
    }
    const weights = [
      this.#graph.weights(kernel.values, kernel.shape),
      this.#graph.weights(bias, [bias.length]),
    ];
    const inputs = [this.#planes(input), ...weights];
    const planes = this.#graph.node('Conv', inputs, windowOf(kernel, true));
    return { units: ones(bias.length), planes };
  }

  #byteConvolution(layer: Layer, inputs: string[]): Feature {
    const { kernel, bias } = this.#weightsOf(layer);
    const parts = inputs.map((name) => this.#bytes(name));
    const zero = Math.max(...parts.map((part) => part.zero));
    const steps = parts.flatMap(({ units, step }) => [...units].map((unit) => unit * step));
    const offsets = parts.flatMap((part) =>
      [...part.units].map((unit) => unit * part.step * (zero - part.zero)),
    );
    const quantized = quantizeKernel(kernel, bias, {
      steps: Float32Array.from(steps),
      offsets: Float32Array.from(offsets),
    });
    const isPadded = new Set(parts.map((part) => part.zero)).size > 1;
    const names = parts.map((part) => (isPadded ? this.#pad(part, kernel) : part.name));
    const [only = ''] = names;
    const joined = names.length === 1 ? only : this.#graph.node('Concat', names, { axis: 3 });
    const window = windowOf(kernel, !isPadded);
    return this.#integerConvolution({ layer, joined, zero, quantized, window });
  }

  #integerConvolution(given: {
    layer: Layer;
    joined: string;
    zero: number;
    quantized: QuantizedKernel;
    window: Record<string, number[]>;
  }): Feature {
    const { layer, joined, zero, quantized, window } = given;
    const graph = this.#graph;
    const bytes = this.#scaleOf(layer);
    const { units } = bytes;
    const outputs = quantized.steps.length;
    const name = graph.runtimeNode(
      'QLinearConv',
      [
        ...[joined, graph.scalar(1), graph.uint8(zero)],
        graph.int8(quantized.values, quantized.shape),
        graph.weights(
          quantized.steps.map((step, channel) => step / (units[channel] ?? 1)),
          [outputs],
        ),
        graph.int8(new Int8Array(outputs), [outputs]),
        ...[graph.scalar(bytes.step), graph.uint8(bytes.zero)],
        graph.int32(quantized.bias),
      ],
      { ...window, channels_last: 1 },
    );
    return { units, bytes: { ...bytes, name } };
  }

  /** Returns units, zero point and step for rounding a convolution's result to bytes. */
  #scaleOf(layer: Layer): Omit<Bytes, 'name'> {
    const [next] = this.#users.get(layer.name) ?? [];
    if (next?.kind === 'Activation') {
      const range = rangeOf(this.#ranges, next.name);
      const units = unitsOf(range);
      return { units, zero: zeros.positive, step: this.#step(range, units, 255) };
    }
    const range = rangeOf(this.#ranges, layer.name);
    const units = this.#isOfTrunk(layer.name) ? this.#trunkUnitsFor(range) : unitsOf(range);
    return { units, zero: zeros.signed, step: this.#step(range, units, 127) };
  }

  /** Returns true if the layer's result is added to another tensor, directly or after a factor. */
  #isOfTrunk(name: string): boolean {
    return (this.#users.get(name) ?? []).some(
      ({ kind, name: user }) =>
        kind === 'Add' || (kind === 'MultiplyBeta' && this.#isOfTrunk(user)),
    );
  }

  #weightsOf({ name }: Layer): { kernel: Weight; bias: Float32Array } {
    const { weights } = this.#model;
    const kernel = toOnnxKernel(weightOf(weights, `${name}/kernel`));
    return { kernel, bias: weightOf(weights, `${name}/bias`).values };
  }

  /** Pads a map with the byte that represents 0, which differs between maps. */
  #pad({ name, zero }: Bytes, kernel: Weight): string {
    const { pads: [reach = 0] = [] } = windowOf(kernel, true);
    if (reach === 0) return name;
    const key = `${name} ${reach}`;
    const known = this.#padded.get(key);
    if (known) return known;
    const sides = this.#graph.integers([0, reach, reach, 0, 0, reach, reach, 0]);
    const padded = this.#graph.node('Pad', [name, sides, this.#graph.uint8(zero)]);
    this.#padded.set(key, padded);
    return padded;
  }

  #step(range: readonly number[], units: Float32Array, levels: number): number {
    const inUnits = range.map((value, channel) => value / (units[channel] ?? 1));
    return (this.#headroom * Math.max(...inUnits)) / levels;
  }

  #bytes(name: string): Bytes {
    const feature = this.#feature(name);
    if (feature.bytes) return feature.bytes;
    const range = rangeOf(this.#ranges, name);
    const units = this.#trunkUnitsFor(range);
    const step = this.#step(range, units, 127);
    const zero = zeros.signed;
    const floats = this.#converted(this.#trunkFloats(name), this.#trunkUnits, units);
    const inputs = [floats, this.#graph.scalar(step), this.#graph.uint8(zero)];
    feature.bytes = { name: this.#graph.node('QuantizeLinear', inputs), units, step, zero };
    return feature.bytes;
  }

  #floats(feature: Feature): string {
    if (feature.floats) return feature.floats;
    if (!feature.bytes) throw new Error('The feature exists neither as floats nor as bytes');
    const { name, step, zero } = feature.bytes;
    const inputs = [name, this.#graph.scalar(step), this.#graph.uint8(zero)];
    feature.floats = this.#graph.node('DequantizeLinear', inputs);
    return feature.floats;
  }

  /** Returns the layer's result as floats in the common units of the trunk. */
  #trunkFloats(name: string): string {
    const feature = this.#feature(name);
    if (feature.planes && !feature.floats) {
      const turned = this.#graph.node('Transpose', [feature.planes], { perm: [0, 2, 3, 1] });
      const factors = this.#trunkUnits.map((unit) => 1 / unit);
      feature.floats = this.#times(turned, factors);
      feature.units = this.#trunkUnits;
    }
    feature.floats = this.#converted(this.#floats(feature), feature.units, this.#trunkUnits);
    feature.units = this.#trunkUnits;
    return feature.floats;
  }

  #trunkUnitsFor(range: readonly number[]): Float32Array {
    return this.#sharesUnits ? this.#trunkUnits : unitsOf(range);
  }

  #converted(value: string, from: Float32Array, to: Float32Array): string {
    if (from === to) return value;
    return this.#times(
      value,
      from.map((unit, channel) => unit / (to[channel] ?? 1)),
    );
  }

  #planes(name: string): string {
    const feature = this.#feature(name);
    if (feature.planes) return feature.planes;
    const values = this.#times(this.#floats(feature), feature.units);
    feature.planes = this.#graph.node('Transpose', [values], { perm: [0, 3, 1, 2] });
    return feature.planes;
  }

  #times(value: string, factors: Float32Array): string {
    return this.#graph.node('Mul', [value, this.#graph.weights(factors, [factors.length])]);
  }
}

function namesOf(layers: Layer[], kind: string): string[] {
  return layers.filter((layer) => layer.kind === kind).map(({ name }) => name);
}

function windowOf({ shape }: Weight, isPadded: boolean) {
  const [, , height = 1, width = 1] = shape;
  const reach = isPadded ? (height - 1) / 2 : 0;
  return { kernel_shape: [height, width], pads: [reach, reach, reach, reach] };
}

function widest(ranges: (readonly number[])[]): number[] {
  const [first = []] = ranges;
  return first.map((_, channel) => Math.max(...ranges.map((range) => range[channel] ?? 0)));
}

/** Returns each channel's range divided by the geometric mean of all ranges. */
function unitsOf(range: readonly number[]): Float32Array {
  const logarithms = range.map(Math.log);
  const middle = Math.exp(logarithms.reduce((sum, value) => sum + value, 0) / range.length);
  return Float32Array.from(range, (value) => value / middle);
}

const ones = (length: number) => new Float32Array(length).fill(1);
