import type { OnnxGraph } from './onnx-graph.ts';

/*
 * Pixel format of the built networks: interleaved bytes, as photos are stored. The runtime converts
 * bytes to floats with vector instructions on all of its threads.
 */

/** Adds the input and converts it to floats: NCHW, 0 to 1. */
export function pixelInput(graph: OnnxGraph): string {
  const bytes = graph.input('input', [1, 'height', 'width', 3], 'uint8');
  const planes = graph.node('Transpose', [bytes], { perm: [0, 3, 1, 2] });
  const floats = graph.node('Cast', [planes], { to: 1 });
  return graph.node('Mul', [floats, graph.scalar(1 / 255)]);
}

/**
 * Adds the output from `folded`, a picture of 0 to 1 in the form of sub-pixel.ts. Bytes cannot
 * represent NaN. So a second output, `check`, is the sum of the values, which is finite only if all
 * values are finite.
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
