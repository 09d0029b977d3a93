import { convolve } from './convolve.ts';
import type { Enlarged } from './enlarged.ts';
import { addGridFilter } from './grid-filter.ts';
import { addOffsetFilter } from './offset-filter.ts';
import type { OnnxGraph } from './onnx-graph.ts';
import { pixelOutput } from './pixels.ts';
import { halving } from './sub-pixel.ts';

/** Processing of a network's result before it becomes pixels. */
export interface Result {
  scale: 2 | 4;
  /** the error of the network that is removed: a grid, or an offset with a grid */
  filter: 'grid' | 'offset' | null;
  /** true if the ×4 result is reduced to ×2 */
  halved: boolean;
}

const filters = { grid: addGridFilter, offset: addOffsetFilter };

export function addResult(
  graph: OnnxGraph,
  { source, folded }: Omit<Enlarged, 'scale'>,
  { scale, filter, halved }: Result,
): void {
  const clean = filter ? filters[filter](graph, { source, folded, scale }) : folded;
  if (halved) pixelOutput(graph, convolve(graph, clean, halving()), 2);
  else pixelOutput(graph, clean, scale);
}
