/**
 * Factor up to which two shapes count as equal, because rounding to whole pixels changes the ratio
 * of a small picture slightly.
 */
const similar = 1.1;

/** True if the result has another ratio of width to height than the photo. */
export function isReshaped(
  { width, height }: { width: number; height: number },
  ratio: number,
): boolean {
  const change = width / height / ratio;
  return Math.max(change, 1 / change) > similar;
}
