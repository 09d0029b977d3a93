import { convolve } from './convolve.ts';
import type { Enlarged } from './enlarged.ts';
import type { OnnxGraph } from './onnx-graph.ts';
import { interpolation } from './sub-pixel.ts';

/** Larger differences than this are edges and texture, which the filter does not change. */
const most = 12 / 255;
/** Weights of a Gaussian over 7 source pixels, with a standard deviation of 1.5 pixels. */
const bell = [0.038, 0.115, 0.214, 0.266, 0.214, 0.115, 0.038];

/**
 * Removes two errors of a network that was trained against another network. It shifts flat colours
 * by up to 6 steps of 255, and it adds a faint grid. Both errors repeat with every source pixel.
 * They are measured as the mean difference from cubic interpolation around a source pixel,
 * separately for each position inside it. Subtracting this mean corrects flat areas and keeps edges
 * and texture.
 */
export function addOffsetFilter(graph: OnnxGraph, { source, folded, scale }: Enlarged): string {
  const plain = convolve(graph, source, interpolation('cubic', scale, 3));
  const added = graph.node('Sub', [folded, plain]);
  const small = graph.node('Clip', [added, graph.scalar(-most), graph.scalar(most)]);
  const channels = scale * scale * 3;
  const taps = bell.flatMap((down) => bell.map((right) => down * right));
  const values = Float32Array.from(
    { length: channels * taps.length },
    (_, index) => taps[index % taps.length] ?? 0,
  );
  const shape = [channels, 1, bell.length, bell.length];
  return graph.node('Sub', [folded, convolve(graph, small, { shape, values }, channels)]);
}
