import { OnnxGraph } from './onnx-graph.ts';
import { pixelInput, pixelOutput } from './pixels.ts';
import { interpolation } from './sub-pixel.ts';

/**
 * Writes cubic interpolation as a network of pixels, for areas where a real network adds nothing.
 */
export function plainNetwork(scale: 2 | 4): Uint8Array {
  const graph = new OnnxGraph();
  const { shape, values } = interpolation('cubic', scale, 3);
  const size = shape[3] ?? 1;
  const pad = (size - 1) / 2;
  const folded = graph.node('Conv', [pixelInput(graph), graph.weights(values, shape)], {
    kernel_shape: [size, size],
    pads: [pad, pad, pad, pad],
  });
  pixelOutput(graph, folded, scale);
  return graph.encode();
}
