import type { onnx } from 'onnx-proto';
import onnxProto from 'onnx-proto';

const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_STRING = 3;
const ATTRIBUTE_INTS = 7;
const OPSET = 17;

type Attributes = Record<string, number | string | readonly number[]>;

/** A dimension is a number of elements or a name for one that is known only at run time. */
export type Dimensions = readonly (number | string)[];

/** Collects nodes and weights and writes them as one ONNX file; all values are float32, NCHW. */
export class OnnxGraph {
  readonly #nodes: onnx.INodeProto[] = [];
  readonly #weights: onnx.ITensorProto[] = [];
  readonly #inputs: onnx.IValueInfoProto[] = [];
  readonly #outputs: onnx.IValueInfoProto[] = [];
  #names = 0;

  input(name: string, dimensions: Dimensions): string {
    this.#inputs.push(valueInfo(name, dimensions));
    return name;
  }

  output(name: string, dimensions: Dimensions): void {
    this.#outputs.push(valueInfo(name, dimensions));
  }

  weights(values: Float32Array, dimensions: readonly number[]): string {
    return this.#constant(FLOAT, new Uint8Array(values.slice().buffer), dimensions);
  }

  integers(values: readonly number[]): string {
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.#constant(INT64, bytes, [values.length]);
  }

  /** Adds a node with one output and returns the output's name. */
  node(opType: string, inputs: readonly string[], attributes: Attributes = {}, output?: string) {
    const name = output ?? this.#name();
    this.#nodes.push({
      opType,
      name,
      input: [...inputs],
      output: [name],
      attribute: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    });
    return name;
  }

  encode(): Uint8Array {
    return onnxProto.onnx.ModelProto.encode({
      irVersion: 8,
      producerName: 'lightwell',
      opsetImport: [{ domain: '', version: OPSET }],
      graph: {
        name: 'graph',
        node: this.#nodes,
        initializer: this.#weights,
        input: this.#inputs,
        output: this.#outputs,
      },
    }).finish();
  }

  #constant(dataType: number, rawData: Uint8Array, dims: readonly number[]): string {
    const name = this.#name();
    this.#weights.push({ name, dataType, dims: [...dims], rawData });
    return name;
  }

  #name(): string {
    this.#names += 1;
    return `v${this.#names}`;
  }
}

function valueInfo(name: string, dimensions: Dimensions): onnx.IValueInfoProto {
  const dim = dimensions.map((size) =>
    typeof size === 'string' ? { dimParam: size } : { dimValue: size },
  );
  return { name, type: { tensorType: { elemType: FLOAT, shape: { dim } } } };
}

function attribute(name: string, value: number | string | readonly number[]): onnx.IAttributeProto {
  if (typeof value === 'number') return { name, type: ATTRIBUTE_INT, i: value };
  if (typeof value === 'string') {
    return { name, type: ATTRIBUTE_STRING, s: new TextEncoder().encode(value) };
  }
  return { name, type: ATTRIBUTE_INTS, ints: [...value] };
}
