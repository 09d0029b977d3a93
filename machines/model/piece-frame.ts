/** A point in the photo, as shares of its width and height, 0 to 1. */
export type Place = { x: number; y: number };

/** The part of the photo that a preview shows, as shares of the photo's width and height. */
export type PieceFrame = { left: number; top: number; width: number; height: number };

/** `side` is the longest side of the piece, and the others are the photo's; all in pixels. */
type Sizes = { side: number; width: number; height: number };

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** Returns the frame whose middle is as close as possible to the place, inside the photo. */
export const frameAt = ({ x, y }: Place, { side, width, height }: Sizes): PieceFrame => {
  const size = { width: Math.min(1, side / width), height: Math.min(1, side / height) };
  return {
    left: between(0, x - size.width / 2, 1 - size.width),
    top: between(0, y - size.height / 2, 1 - size.height),
    ...size,
  };
};

export const middleOf = ({ left, top, width, height }: PieceFrame): Place => ({
  x: left + width / 2,
  y: top + height / 2,
});

/** Returns true if the piece is smaller than the photo, so that it can be somewhere else. */
export const isMovable = ({ width, height }: PieceFrame): boolean => width < 1 || height < 1;
