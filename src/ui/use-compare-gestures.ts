import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import {
  type CompareGeometry,
  middle,
  panned,
  type Spot,
  withSplit,
  zoomedTo,
} from './compare-geometry.ts';

type Change = (change: (geometry: CompareGeometry) => CompareGeometry) => void;
type Grip = 'divider' | 'picture';

/**
 * Distance in CSS pixels. A finger that has moved less than this distance may still scroll the
 * page.
 */
const slop = 5;

const spotIn = (stage: Element, event: { clientX: number; clientY: number }): Spot => {
  const box = stage.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return middle;
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
};

const between = (a: Spot, b: Spot): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * Zooms on a pinch on a trackpad, or on the wheel with a modifier key. Without a modifier key, the
 * wheel moves a picture that the visitor has zoomed.
 */
function useWheel(stage: RefObject<HTMLElement | null>, geometry: CompareGeometry, change: Change) {
  const latest = useRef(geometry);
  useEffect(() => {
    latest.current = geometry;
  }, [geometry]);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const box = element.getBoundingClientRect();
      const now = latest.current;
      const zooms = event.ctrlKey || event.metaKey;
      if (now.isOpening && !zooms) return;
      const next = zooms
        ? zoomedTo(now, now.zoom * Math.exp(-event.deltaY / 180), spotIn(element, event))
        : panned(now, -event.deltaX / box.width, -event.deltaY / box.height);
      const moved = next.zoom !== now.zoom || next.x !== now.x || next.y !== now.y;
      // Calls `preventDefault` only if the picture has moved, so that the page can scroll
      // otherwise. React's listeners are passive and cannot prevent scrolling.
      if (!moved) return;
      event.preventDefault();
      latest.current = next;
      change(() => next);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stage, change]);
}

/**
 * Returns the pointer handlers of the stage. One finger or the mouse drags the divider or the
 * picture, and two fingers zoom.
 */
export function useCompareGestures(
  stage: RefObject<HTMLElement | null>,
  geometry: CompareGeometry,
  change: Change,
) {
  useWheel(stage, geometry, change);
  const pointers = useRef(new Map<number, Spot>());
  const grip = useRef<Grip | null>(null);
  const start = useRef<{ clientX: number; clientY: number } | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const spot = spotIn(event.currentTarget, event);
    pointers.current.set(event.pointerId, spot);
    start.current = { clientX: event.clientX, clientY: event.clientY };
    const onHandle = event.target instanceof Element && event.target.closest('[role="slider"]');
    grip.current = onHandle || geometry.zoom === 1 ? 'divider' : 'picture';
    if (event.pointerType === 'touch') return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    if (grip.current === 'divider') change((now) => withSplit(now, spot.x * 100));
  };

  const pinch = (id: number, spot: Spot, before: Spot) => {
    const other = [...pointers.current].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const growth = distance(spot, other) / Math.max(0.01, distance(before, other));
    const shift = between(spot, other);
    const from = between(before, other);
    change((now) =>
      panned(zoomedTo(now, now.zoom * growth, from), shift.x - from.x, shift.y - from.y),
    );
  };

  const onPointerEnd = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const spot = spotIn(event.currentTarget, event);
    const begun = start.current;
    if (begun && event.pointerType === 'touch' && pointers.current.size === 1) {
      const dx = Math.abs(event.clientX - begun.clientX);
      const dy = Math.abs(event.clientY - begun.clientY);
      if (Math.max(dx, dy) < slop) return;
      // a vertical movement scrolls the page, so the gesture ends
      if ((geometry.zoom === 1 || geometry.isOpening) && dy > dx) return onPointerEnd(event);
    }
    start.current = null;
    pointers.current.set(event.pointerId, spot);
    if (pointers.current.size > 1) pinch(event.pointerId, spot, before);
    else if (grip.current === 'divider') change((now) => withSplit(now, spot.x * 100));
    else change((now) => panned(now, spot.x - before.x, spot.y - before.y));
  };

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onDoubleClick: (event: { clientX: number; clientY: number; currentTarget: Element }) => {
      const spot = spotIn(event.currentTarget, event);
      change((now) => zoomedTo(now, now.zoom > 1 ? 1 : 3, spot));
    },
  };
}
