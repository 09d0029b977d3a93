import { convolve } from './convolve.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { pixelInput, pixelOutput } from './pixels.ts';
import { interpolation } from './sub-pixel.ts';

/** Writes cubic interpolation as a network, for areas where a real network adds no detail. */
export function plainNetwork(scale: 2 | 4): Uint8Array {
  const graph = new OnnxGraph();
  const folded = convolve(graph, pixelInput(graph), interpolation('cubic', scale, 3));
  pixelOutput(graph, folded, scale);
  return graph.encode();
}
