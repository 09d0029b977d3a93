import { convolve } from './convolve.ts';
import { addGridFilter } from './grid-filter.ts';
import { addOffsetFilter } from './offset-filter.ts';
import type { OnnxGraph } from './onnx-graph.ts';
import { pixelOutput } from './pixels.ts';
import { halving } from './sub-pixel.ts';

/** What becomes of the picture that a published network enlarges by `scale`. */
export interface Result {
  scale: 2 | 4;
  /** removes what the network adds everywhere: a grid, or a grid and an offset */
  filter: 'grid' | 'offset' | null;
  /** reduce ×4 to ×2 */
  halved: boolean;
}

export interface Enlarged {
  /** the network's input, NCHW, 0 to 1 */
  source: string;
  /** the network's result in the folded form of sub-pixel.ts */
  folded: string;
  scale: 2 | 4;
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
