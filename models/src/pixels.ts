import type { OnnxGraph } from './onnx-graph.ts';

/*
 * The pixel format of our networks: interleaved bytes, as photos are stored. The runtime converts
 * them with vector instructions on all of its threads.
 */

/** The picture as floats of 0 to 1, NCHW. */
export function pixelInput(graph: OnnxGraph): string {
  const bytes = graph.input('input', [1, 'height', 'width', 3], 'uint8');
  const planes = graph.node('Transpose', [bytes], { perm: [0, 3, 1, 2] });
  const floats = graph.node('Cast', [planes], { to: 1 });
  return graph.node('Mul', [floats, graph.scalar(1 / 255)]);
}

/**
 * `folded`: a picture of 0 to 1 in the form of sub-pixel.ts. A byte cannot represent NaN, so the
 * sum of the values is a second output, `check`: finite only if all of them are.
 */
export function pixelOutput(graph: OnnxGraph, folded: string, scale: number): void {
  const step = graph.scalar(1 / 255);
  const bytes = graph.node('QuantizeLinear', [folded, step, graph.uint8(0)]);
  const planes = graph.node('DepthToSpace', [bytes], { blocksize: scale, mode: 'DCR' });
  graph.node('Transpose', [planes], { perm: [0, 2, 3, 1] }, 'output');
  graph.output('output', [1, 'outputHeight', 'outputWidth', 3], 'uint8');
  graph.node('ReduceSum', [folded], { keepdims: 0 }, 'check');
  graph.output('check', []);
}
