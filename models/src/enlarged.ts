/** A network's input, and its result before the filters. */
export interface Enlarged {
  /** the network's input, NCHW, 0 to 1 */
  source: string;
  /** the network's result in the folded form of sub-pixel.ts */
  folded: string;
  scale: 2 | 4;
}
