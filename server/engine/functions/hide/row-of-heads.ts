import type { Shape } from '../../cover/outline.ts';
import { positionIn, type TiltedBox } from '../../text/tilted-box.ts';

/** Heights of heads, as multiples of the line's height. */
const leastHeight = 0.5;
const mostHeight = 1.5;
/** Share of the line's length that the heads fill. */
const leastLength = 0.5;

/** True if a line of text is a row of heads, which the text detector takes for large letters. */
export function isRowOfHeads(line: TiltedBox, heads: readonly Shape[]): boolean {
  const length = Math.max(line.width, line.height);
  const thickness = Math.min(line.width, line.height);
  const within = heads.filter(({ box }) => {
    const at = positionIn(line, box.left + box.width / 2, box.top + box.height / 2);
    return (
      Math.abs(at.x) < line.width / 2 &&
      Math.abs(at.y) < line.height / 2 &&
      box.height >= leastHeight * thickness &&
      box.height <= mostHeight * thickness
    );
  });
  const filled = within.reduce((sum, { box }) => sum + box.width, 0);
  return filled >= leastLength * length;
}
