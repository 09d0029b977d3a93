import type { PieceFrame, Place } from '../../../machines/model/piece-frame.ts';

/**
 * How far the frame has moved from the left and from the top, as shares of its way, 0 to 1. The
 * frame may be drawn larger than the piece, and its way is then shorter than the piece's way.
 */
export type Spot = { x: number; y: number };

type Point = { clientX: number; clientY: number };
type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

const share = (part: number, whole: number, otherwise = 0) =>
  whole > 0 ? between(0, part / whole, 1) : otherwise;

export const spotOf = ({ left, top, width, height }: PieceFrame): Spot => ({
  x: share(left, 1 - width),
  y: share(top, 1 - height),
});

/** Returns the middle of the piece. */
export const placeOf = ({ x, y }: Spot, { width, height }: PieceFrame): Place => ({
  x: x * (1 - width) + width / 2,
  y: y * (1 - height) + height / 2,
});

/**
 * Returns the spot at which the middle of the drawn frame is closest to the point. A direction in
 * which the drawn frame fills the photo keeps its spot.
 */
export const spotAt = (
  { clientX, clientY }: Point,
  { photo, drawn, now }: { photo: Box; drawn: Box; now: Spot },
): Spot => ({
  x: share(clientX - photo.left - drawn.width / 2, photo.width - drawn.width, now.x),
  y: share(clientY - photo.top - drawn.height / 2, photo.height - drawn.height, now.y),
});

/**
 * Returns the distance from the middle of the drawn frame at which the pointer holds it. A press
 * beside the frame holds the middle, so that the frame jumps there.
 */
export const gripOf = ({ clientX, clientY }: Point, drawn: Box) => {
  const x = clientX - drawn.left - drawn.width / 2;
  const y = clientY - drawn.top - drawn.height / 2;
  const isOn = Math.abs(x) <= drawn.width / 2 && Math.abs(y) <= drawn.height / 2;
  return isOn ? { x, y, isOn } : { x: 0, y: 0, isOn };
};

const directions: Record<string, Spot> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Smallest step of a key, as a share of the way. */
const leastStep = 0.02;

/**
 * Returns the spot after a press of an arrow key: a quarter of the frame further, or with Shift a
 * whole frame. Returns null for other keys.
 */
export const spotAfterKey = (
  { x, y }: Spot,
  { width, height }: PieceFrame,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): Spot | null => {
  const direction = directions[key];
  if (!direction) return null;
  const times = shiftKey ? 4 : 1;
  const step = (size: number) => times * Math.max(leastStep, share(size / 4, 1 - size));
  return {
    x: between(0, x + direction.x * step(width), 1),
    y: between(0, y + direction.y * step(height), 1),
  };
};
