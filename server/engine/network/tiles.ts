/** Equal pieces that cover a length; the last may reach beyond the end. */
export interface Cut {
  /** length of every piece */
  core: number;
  starts: number[];
}

/** Cuts a length into the fewest equal pieces of at most `most`. */
export function cut(length: number, most: number): Cut {
  const pieces = Math.max(1, Math.ceil(length / most));
  const core = Math.ceil(length / pieces);
  return { core, starts: Array.from({ length: pieces }, (_, piece) => piece * core) };
}

/**
 * Positions `start` to `start + count` folded back into 0 to `length - 1` by mirroring at both ends
 * without repeating the edge, as often as it takes (a photo may be smaller than the margin).
 */
export function mirrored(start: number, count: number, length: number): Int32Array {
  const period = Math.max(1, 2 * (length - 1));
  return Int32Array.from({ length: count }, (_, index) => {
    const position = (((start + index) % period) + period) % period;
    return position < length ? position : period - position;
  });
}
