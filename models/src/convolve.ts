import type { OnnxGraph } from './onnx-graph.ts';
import type { Weight } from './tfjs-weights.ts';

/** Adds a convolution without bias. Input and output have the same width and height. */
export function convolve(
  graph: OnnxGraph,
  input: string,
  { shape, values }: Weight,
  group = 1,
): string {
  const size = shape[3] ?? 1;
  const pad = (size - 1) / 2;
  const window = { kernel_shape: [size, size], pads: [pad, pad, pad, pad] };
  const attributes = group === 1 ? window : { ...window, group };
  return graph.node('Conv', [input, graph.weights(values, shape)], attributes);
}
