import type { LayersModel } from './layers-model.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { usersOf } from './tail.ts';
import { toOnnxKernel, weightOf } from './tfjs-weights.ts';

interface RangesGraph {
  file: Uint8Array;
  /** the outputs `LAYER min` and `LAYER max` contain the range of each channel of these layers */
  layers: string[];
}

/**
 * Writes a model up to its up-sampling, with the minimum and maximum of each channel as outputs.
 * Input `input`: floats of 0 to 1, NCHW.
 */
export function rangesGraph({ layers, weights }: LayersModel): RangesGraph {
  const graph = new OnnxGraph();
  const values = new Map<string, string>();
  const watched: string[] = [];
  const users = usersOf(layers);
  for (const { name, kind, inputs, config } of layers) {
    const before = inputs.map((input) => values.get(input) ?? '');
    const write = (operation: string, ...others: string[]) =>
      graph.node(operation, [...before, ...others]);
    if (kind.startsWith('UpSampling') || kind.startsWith('PixelShuffle')) break;
    if (kind === 'InputLayer') {
      values.set(name, graph.input('input', [1, 3, 'height', 'width']));
      continue;
    }
    if (kind === 'Concatenate') {
      values.set(name, graph.node('Concat', before, { axis: 1 }));
      continue;
    }
    if (kind === 'Conv2D') {
      const kernel = toOnnxKernel(weightOf(weights, `${name}/kernel`));
      const bias = weightOf(weights, `${name}/bias`);
      const size = kernel.shape[3] ?? 1;
      const pad = (size - 1) / 2;
      values.set(
        name,
        graph.node(
          'Conv',
          [
            ...before,
            graph.weights(kernel.values, kernel.shape),
            graph.weights(bias.values, bias.shape),
          ],
          { kernel_shape: [size, size], pads: [pad, pad, pad, pad] },
        ),
      );
    } else if (kind === 'Activation') values.set(name, write('Relu'));
    else if (kind === 'Add') values.set(name, write('Add'));
    else if (kind === 'MultiplyBeta')
      values.set(name, write('Mul', graph.scalar(config.beta ?? 1)));
    else throw new Error(`Layer "${name}": the kind "${kind}" is not supported`);
    const [next] = users.get(name) ?? [];
    if (kind === 'MultiplyBeta' || next?.kind === 'Activation') continue;
    watched.push(name);
    for (const [operation, end] of [
      ['ReduceMin', 'min'],
      ['ReduceMax', 'max'],
    ] as const) {
      const attributes = { axes: [0, 2, 3], keepdims: 0 };
      const output = `${name} ${end}`;
      graph.node(operation, [values.get(name) ?? ''], attributes, output);
      graph.output(output, ['channels']);
    }
  }
  return { file: graph.encode(), layers: watched };
}
