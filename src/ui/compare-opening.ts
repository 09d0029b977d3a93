import {
  atRest,
  type CompareGeometry,
  maxZoom,
  panned,
  type Spot,
  withSplit,
} from './compare-geometry.ts';

/** What the view shows first, as shares of the picture's width and height. */
export type Opening = {
  /** the divider is here */
  place: Spot;
  /** all of this part is visible */
  area: { left: number; top: number; width: number; height: number };
};

/** Less magnification is not worth a view of a part only. */
const leastZoom = 1.25;
/** Share of the stage that the part fills at most. */
const filled = 0.85;
/** Distance of the divider from the edges of the stage, in percent. */
const margin = 20;

/** Number of screen pixels that one pixel of the picture covers at most, in each direction. */
const mostScreenPixels = 2;

/**
 * Returns how many times the picture is larger than the stage at 100 %: with one pixel of the
 * picture per CSS pixel. Screens with very small pixels show it smaller, because the result would
 * look blurred. All sizes are widths.
 */
export const growthIn = (stage: number, picture: number, pixelsPerCssPixel: number): number =>
  picture / stage / Math.max(1, pixelsPerCssPixel / mostScreenPixels);

/** Returns the geometry at 100 %, or with less magnification if the part does not fit. */
export function openedAt({ place, area }: Opening, growth: number): CompareGeometry {
  const room = Math.min(growth, filled / area.width, filled / area.height, maxZoom);
  const zoom = room < leastZoom ? 1 : room;
  const middle = { x: area.left + area.width / 2, y: area.top + area.height / 2 };
  const geometry = panned({ ...atRest, zoom }, 0.5 - middle.x * zoom, 0.5 - middle.y * zoom);
  const split = (geometry.x + place.x * zoom) * 100;
  const opened: CompareGeometry = zoom > 1 ? { ...geometry, isOpening: true } : geometry;
  return withSplit(opened, Math.min(100 - margin, Math.max(margin, split)));
}
