import {
  atRest,
  type CompareGeometry,
  middle,
  panned,
  withSplit,
  zoomedTo,
} from './compare-geometry.ts';

type Change = (geometry: CompareGeometry) => CompareGeometry;

const moveSplit =
  (by: number): Change =>
  (geometry) =>
    withSplit(geometry, geometry.split + by);
const setSplit =
  (to: number): Change =>
  (geometry) =>
    withSplit(geometry, to);
const zoomBy =
  (factor: number): Change =>
  (geometry) =>
    zoomedTo(geometry, geometry.zoom * factor, middle);
const panBy =
  (dx: number, dy: number): Change =>
  (geometry) =>
    panned(geometry, dx, dy);

const keys: Record<string, Change> = {
  ArrowLeft: moveSplit(-2),
  ArrowDown: moveSplit(-2),
  ArrowRight: moveSplit(2),
  ArrowUp: moveSplit(2),
  PageDown: moveSplit(-10),
  PageUp: moveSplit(10),
  Home: setSplit(0),
  End: setSplit(100),
  '+': zoomBy(1.5),
  '=': zoomBy(1.5),
  '-': zoomBy(1 / 1.5),
  '0': (geometry) => ({ ...atRest, split: geometry.split }),
};

const shiftKeys: Record<string, Change> = {
  ArrowLeft: panBy(0.1, 0),
  ArrowRight: panBy(-0.1, 0),
  ArrowUp: panBy(0, 0.1),
  ArrowDown: panBy(0, -0.1),
};

/**
 * Returns the effect of a key on the position or the zoom of the compare view, or undefined if the
 * key has no effect.
 */
export const changeOfKey = (key: string, shift: boolean): Change | undefined =>
  (shift ? shiftKeys[key] : undefined) ?? keys[key];
