import { type Colours, meanColour, ofEach } from './colours.ts';
import { boxMean, mapped, type Plane, product } from './plane.ts';

/**
 * Planes that describe the rim between object and background. They have the size of the network's
 * input.
 */
export interface BothSides {
  /** 1 deep inside the object, 0 deep inside the background, values in between near the edge */
  near: Plane;
  /** likelihood that a pixel belongs to the object, as returned by the network */
  mask: Plane;
  /** mean colour of the nearby object, and of the nearby background */
  object: Colours;
  ground: Colours;
  /** variance of the colours of object and background, added up */
  spread: Plane;
}

/**
 * Width of the rim on each side of the network's edge, in pixels of the network. The edge can be
 * wrong by about this distance.
 */
const rim = 5;
/**
 * Radii for mean colours. A larger radius is used only if a smaller radius contains no pixels of
 * the object or the background.
 */
const radii = [2 * rim, 4 * rim, 12 * rim];

export function bothSidesOf(picture: Colours, mask: Plane): BothSides {
  const half = mapped(mask, (at) => ((mask.values[at] ?? 0) >= 0.5 ? 1 : 0));
  const near = boxMean(half, rim);
  const inObject = mapped(near, (at) => ((near.values[at] ?? 0) > 0.999 ? 1 : 0));
  const inGround = mapped(near, (at) => ((near.values[at] ?? 0) < 0.001 ? 1 : 0));
  const object = meanColour(picture, inObject, radii);
  const ground = meanColour(picture, inGround, radii);
  const squares = ofEach(picture, (plane) => product(plane, plane));
  const objectSquares = meanColour(squares, inObject, radii);
  const groundSquares = meanColour(squares, inGround, radii);
  const variance = (means: Colours, ofSquares: Colours, at: number) =>
    means.reduce(
      (sum, { values }, channel) =>
        sum + Math.max(0, (ofSquares[channel]?.values[at] ?? 0) - (values[at] ?? 0) ** 2),
      0,
    );
  const spread = mapped(
    mask,
    (at) => variance(object, objectSquares, at) + variance(ground, groundSquares, at),
  );
  return { near, mask, object, ground, spread };
}
