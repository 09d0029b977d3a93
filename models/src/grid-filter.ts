import { convolve } from './convolve.ts';
import type { OnnxGraph } from './onnx-graph.ts';
import type { Enlarged } from './result.ts';
import { foldKernel, interpolation, separable } from './sub-pixel.ts';

/** Symmetric taps with a zero at every multiple of the grid's frequency. */
const combs = { 2: [1 / 4, 1 / 2, 1 / 4], 4: [1 / 8, 1 / 4, 1 / 4, 1 / 4, 1 / 8] };

/**
 * Standard deviation of the brightness (0 to 1) below which an area is flat, and above which it is
 * busy.
 */
const flat = 2 / 255;
const busy = 8 / 255;

/**
 * Models that enlarge by repeating pixels leave a faint grid with the period of the scale. The
 * network's difference from plain cubic interpolation passes a comb filter that blocks that period;
 * the interpolation itself is unchanged, so the photo is not blurred. At ×2 the filter would cost
 * fine detail, so busy areas, where the grid is invisible, keep the network's result. At ×4 the
 * filtered picture is closer to the original everywhere (measured).
 */
export function addGridFilter(graph: OnnxGraph, { source, folded, scale }: Enlarged): string {
  const plain = convolve(graph, source, interpolation('cubic', scale, 3));
  const added = graph.node('Sub', [folded, plain]);
  const comb = foldKernel(separable(combs[scale], 3), scale, false);
  const smooth = convolve(graph, added, comb);
  const clean = graph.node('Add', [smooth, plain]);
  if (scale === 4) return clean;
  const lost = graph.node('Sub', [added, smooth]);
  return graph.node('Add', [clean, graph.node('Mul', [lost, activity(graph, source, scale)])]);
}

/**
 * 0 in flat areas to 1 in busy ones; one value for every position and colour of the folded form.
 */
function activity(graph: OnnxGraph, source: string, scale: number): string {
  const luma = convolve(graph, source, {
    shape: [1, 3, 1, 1],
    values: Float32Array.of(0.299, 0.587, 0.114),
  });
  const mean = convolve(graph, luma, separable([1 / 3, 1 / 3, 1 / 3], 1));
  const distance = graph.node('Sub', [luma, mean]);
  const square = graph.node('Mul', [distance, distance]);
  const variance = convolve(graph, square, separable([0.11, 0.24, 0.3, 0.24, 0.11], 1));
  const deviation = graph.node('Sqrt', [variance]);
  const above = graph.node('Sub', [deviation, graph.scalar(flat)]);
  const ramp = graph.node('Div', [above, graph.scalar(busy - flat)]);
  const clipped = graph.node('Clip', [ramp, graph.scalar(0), graph.scalar(1)]);
  return convolve(graph, clipped, interpolation('linear', scale, 1));
}
