import type { onnx } from 'onnx-proto';
import onnxProto from 'onnx-proto';

/** Numbers of the element types in the ONNX format. */
const elementTypes = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7 } as const;
export type ElementType = keyof typeof elementTypes;

const ATTRIBUTE_INT = 2;
const ATTRIBUTE_STRING = 3;
const ATTRIBUTE_INTS = 7;
const OPSET = 17;
/** Operators of the runtime that ONNX itself does not define. */
const runtimeOperators = { domain: 'com.microsoft', version: 1 };

type Attributes = Record<string, number | string | readonly number[]>;

/** Sizes of a tensor, or names of dimensions that are known only at run time. */
export type Dimensions = readonly (number | string)[];

/** Collects nodes and weights and writes them as one ONNX file. */
export class OnnxGraph {
  readonly #nodes: onnx.INodeProto[] = [];
  readonly #weights: onnx.ITensorProto[] = [];
  readonly #inputs: onnx.IValueInfoProto[] = [];
  readonly #outputs: onnx.IValueInfoProto[] = [];
  #names = 0;

  input(name: string, dimensions: Dimensions, type: ElementType = 'float'): string {
    this.#inputs.push(valueInfo(name, dimensions, type));
    return name;
  }

  output(name: string, dimensions: Dimensions, type: ElementType = 'float'): void {
    this.#outputs.push(valueInfo(name, dimensions, type));
  }

  weights(values: Float32Array, dimensions: readonly number[]): string {
    return this.#constant('float', values.slice().buffer, dimensions);
  }

  scalar(value: number): string {
    return this.weights(Float32Array.of(value), []);
  }

  integers(values: readonly number[]): string {
    return this.#constant('int64', BigInt64Array.from(values, BigInt).buffer, [values.length]);
  }

  int32(values: Int32Array<ArrayBuffer>): string {
    return this.#constant('int32', values.slice().buffer, [values.length]);
  }

  int8(values: Int8Array<ArrayBuffer>, dimensions: readonly number[]): string {
    return this.#constant('int8', values.slice().buffer, dimensions);
  }

  uint8(value: number): string {
    return this.#constant('uint8', Uint8Array.of(value).buffer, []);
  }

  /** Adds a node with one output and returns the output's name. */
  node(opType: string, inputs: readonly string[], attributes: Attributes = {}, output?: string) {
    return this.#add({ opType, domain: '' }, inputs, attributes, output);
  }

  /** Adds a node like `node`, with an operator of the runtime. */
  runtimeNode(opType: string, inputs: readonly string[], attributes: Attributes = {}): string {
    return this.#add({ opType, domain: runtimeOperators.domain }, inputs, attributes);
  }

  encode(): Uint8Array {
    return onnxProto.onnx.ModelProto.encode({
      irVersion: 8,
      producerName: 'lightwell',
      opsetImport: [{ domain: '', version: OPSET }, runtimeOperators],
      graph: {
        name: 'graph',
        node: this.#nodes,
        initializer: this.#weights,
        input: this.#inputs,
        output: this.#outputs,
      },
    }).finish();
  }

  #add(
    operator: { opType: string; domain: string },
    inputs: readonly string[],
    attributes: Attributes,
    output: string = this.#name(),
  ): string {
    this.#nodes.push({
      ...operator,
      name: output,
      input: [...inputs],
      output: [output],
      attribute: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    });
    return output;
  }

  #constant(type: ElementType, buffer: ArrayBuffer, dims: readonly number[]): string {
    const name = this.#name();
    const rawData = new Uint8Array(buffer);
    this.#weights.push({ name, dataType: elementTypes[type], dims: [...dims], rawData });
    return name;
  }

  #name(): string {
    this.#names += 1;
    return `v${this.#names}`;
  }
}

function valueInfo(name: string, dimensions: Dimensions, type: ElementType): onnx.IValueInfoProto {
  const dim = dimensions.map((size) =>
    typeof size === 'string' ? { dimParam: size } : { dimValue: size },
  );
  return { name, type: { tensorType: { elemType: elementTypes[type], shape: { dim } } } };
}

function attribute(name: string, value: number | string | readonly number[]): onnx.IAttributeProto {
  if (typeof value === 'number') return { name, type: ATTRIBUTE_INT, i: value };
  if (typeof value === 'string') {
    return { name, type: ATTRIBUTE_STRING, s: new TextEncoder().encode(value) };
  }
  return { name, type: ATTRIBUTE_INTS, ints: [...value] };
}
