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
  /** factor by which steps exceed the measured range; larger values are clipped */
  headroom: number;
  /** number of convolutions at the end that stay floats */
  floatTail: number;
  /** the trunk is read and added to in units of its own; otherwise in those of each layer */
  sharesUnits: boolean;
}

interface Conversion extends Result, Precision {
  /** as measured */
  ranges: Ranges;
}

/**
 * Writes an ESRGAN model of UpscalerJS with convolutions of 8-bit integers, with the input and
 * output of `convertEsrgan`. Its quality depends on these points:
 * - the sum that every block adds to (the trunk) stays in floats; a convolution reads a rounded
 * copy;
 * - each channel has its own step, stored in the weights; weights have one step per output channel;
 * - the first convolution and the last few are floats: their errors would be visible. Feature maps
 * are NHWC, as the runtime's integer convolution requires.
 */
export function convertQuantized(model: LayersModel, conversion: Conversion): Uint8Array {
  const graph = new OnnxGraph();
  const source = pixelInput(graph);
  const writer = new QuantizedWriter(graph, model, conversion);
  for (const layer of model.layers) writer.add(layer, source);
  addResult(graph, { source, folded: writer.result() }, conversion);
  return graph.encode();
}

/** Bytes of 0 to 255; b of channel c represents (b - zero) * step * units[c]. */
interface Bytes {
  name: string;
  units: Float32Array;
  step: number;
  zero: number;
}

/** The result of a layer in the forms requested so far. */
interface Feature {
  /** channel c of `floats` is in units of units[c] */
  units: Float32Array;
  /** NHWC */
  floats?: string;
  /** NHWC */
  bytes?: Bytes;
  /** floats, NCHW, in units of 1 */
  planes?: string;
}

/** Zero points of values on both sides of 0, and of values that an activation has clipped at 0. */
const zeros = { signed: 128, positive: 0 };

class QuantizedWriter {
  readonly #graph: OnnxGraph;
  readonly #model: LayersModel;
  readonly #scale: number;
  readonly #ranges: Ranges;
  readonly #headroom: number;
  readonly #users: Map<string, Layer[]>;
  readonly #features = new Map<string, Feature>();
  /** layers that a Concatenate layer combines only in name */
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

  /** Bytes that start at 0 are clipped there already. */
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

  /** Conversion of a convolution's result to bytes. */
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

  /** True if its result is added to something, at once or after a factor. */
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

  /** Pads a map with 0. The byte for 0 differs between maps that are combined. */
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
    if (!feature.bytes) throw new Error('The result exists only as planes');
    const { name, step, zero } = feature.bytes;
    const inputs = [name, this.#graph.scalar(step), this.#graph.uint8(zero)];
    feature.floats = this.#graph.node('DequantizeLinear', inputs);
    return feature.floats;
  }

  /** In the units that all of the trunk shares. */
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

/** Scales channels of a small range up and of a large range down; the middle is scaled by 1. */
function unitsOf(range: readonly number[]): Float32Array {
  const logarithms = range.map(Math.log);
  const middle = Math.exp(logarithms.reduce((sum, value) => sum + value, 0) / range.length);
  return Float32Array.from(range, (value) => value / middle);
}

const ones = (length: number) => new Float32Array(length).fill(1);
