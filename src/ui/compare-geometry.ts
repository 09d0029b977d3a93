/** Position and zoom of the two pictures in the stage, and position of the divider. */
export type CompareGeometry = {
  /** distance of the divider from the left edge, in percent of the stage's width */
  split: number;
  /** magnification, 1 to 8 */
  zoom: number;
  /**
   * distance of the picture's left edge in stage widths, and of its top edge in stage heights; from
   * 1 - zoom to 0
   */
  x: number;
  y: number;
  /**
   * true until the visitor moves or zooms a picture that opened zoomed; until then, vertical
   * gestures still scroll the page
   */
  isOpening?: true;
};

/** A point in the stage, as shares of its width and height, 0 to 1, from the top left corner. */
export type Spot = { x: number; y: number };

export const maxZoom = 8;
export const middle: Spot = { x: 0.5, y: 0.5 };
export const atRest: CompareGeometry = { split: 50, zoom: 1, x: 0, y: 0 };

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

export const withSplit = (geometry: CompareGeometry, split: number): CompareGeometry => ({
  ...geometry,
  split: between(0, split, 100),
});

const settled = (split: number, zoom: number, x: number, y: number): CompareGeometry => ({
  split,
  zoom,
  x: between(1 - zoom, x, 0),
  y: between(1 - zoom, y, 0),
});

/** Moves the picture by shares of the stage. The picture always fills the whole stage. */
export const panned = (geometry: CompareGeometry, dx: number, dy: number): CompareGeometry =>
  settled(geometry.split, geometry.zoom, geometry.x + dx, geometry.y + dy);

/** Zooms the picture. The point of the picture under `spot` stays in place. */
export const zoomedTo = (geometry: CompareGeometry, zoom: number, spot: Spot): CompareGeometry => {
  const next = between(1, zoom, maxZoom);
  const growth = next / geometry.zoom;
  return settled(
    geometry.split,
    next,
    spot.x - (spot.x - geometry.x) * growth,
    spot.y - (spot.y - geometry.y) * growth,
  );
};
