import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Drawing } from './drawing.ts';

export const zoomFactor = 1.25;

const [smallest, largest] = [0.05, 4];
/**
 * Words are unreadable below this scale. A new drawing is therefore not scaled below it, even if a
 * part is not visible.
 */
const readable = 0.55;

type Point = { x: number; y: number };

/** A point of the drawing that keeps its place on screen while the scale changes. */
type Anchor = Point & { at: Point };

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const spread = ([a, b]: readonly Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

const sheetOf = (frame: HTMLElement) => (frame.firstElementChild ?? frame).getBoundingClientRect();

/** The scale at which the whole drawing is visible. */
export function fitting({ clientWidth, clientHeight }: HTMLElement, drawing: Drawing): number {
  const across = (clientWidth - 24) / (drawing.width + 16);
  const down = (clientHeight - 24) / (drawing.height + 16);
  return Math.min(1.2, Math.max(smallest, Math.min(across, down)));
}

type Gestures = { zoomAt(at: Point, factor: number): void };

/** Dragging pans. The wheel and two fingers zoom. */
function listen(frame: HTMLElement, { zoomAt }: Gestures): () => void {
  const fingers = new Map<number, Point>();
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    // a pinch on a touch pad arrives as small wheel steps with Ctrl
    const speed = event.ctrlKey ? 0.01 : 0.0015;
    zoomAt({ x: event.clientX, y: event.clientY }, Math.exp(-event.deltaY * speed));
  };
  const onDown = (event: PointerEvent) => {
    if (event.button === 0) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onMove = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return;
    frame.setPointerCapture(event.pointerId);
    const before = [...fingers.values()];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = [...fingers.values()];
    const [from, to] = [middleOf(before), middleOf(after)];
    frame.scrollBy({ left: from.x - to.x, top: from.y - to.y, behavior: 'instant' });
    if (after.length === 2 && spread(before) > 0) zoomAt(to, spread(after) / spread(before));
  };
  const onUp = ({ pointerId }: PointerEvent) => fingers.delete(pointerId);
  frame.addEventListener('wheel', onWheel, { passive: false });
  frame.addEventListener('pointerdown', onDown);
  frame.addEventListener('pointermove', onMove);
  frame.addEventListener('pointerup', onUp);
  frame.addEventListener('pointercancel', onUp);
  return () => {
    frame.removeEventListener('wheel', onWheel);
    frame.removeEventListener('pointerdown', onDown);
    frame.removeEventListener('pointermove', onMove);
    frame.removeEventListener('pointerup', onUp);
    frame.removeEventListener('pointercancel', onUp);
  };
}

/** Position and scale of a drawing in its frame, with functions to fit, zoom and drag it. */
export function useCanvas(frame: RefObject<HTMLElement | null>, drawing: Drawing) {
  const [fitted, setFitted] = useState(1);
  const [zoom, setZoom] = useState<number | 'fit' | 'readable'>('readable');
  const anchor = useRef<Anchor | null>(null);
  const usual = zoom === 'fit' ? fitted : Math.max(readable, fitted);
  const scale = typeof zoom === 'number' ? zoom : usual;
  const latest = useRef(scale);

  const zoomAt = (at: Point, factor: number) => {
    if (!frame.current) return;
    const now = latest.current;
    const next = Math.min(largest, Math.max(smallest, now * factor));
    const sheet = sheetOf(frame.current);
    // several zoom steps before the next render keep the same point in place
    anchor.current ??= { x: (at.x - sheet.left) / now, y: (at.y - sheet.top) / now, at };
    latest.current = next;
    setZoom(next);
  };

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setFitted(fitting(element, drawing)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, drawing]);

  useLayoutEffect(() => {
    latest.current = scale;
    const [element, kept] = [frame.current, anchor.current];
    anchor.current = null;
    if (!element || !kept) return;
    const sheet = sheetOf(element);
    const left = sheet.left + kept.x * scale - kept.at.x;
    const top = sheet.top + kept.y * scale - kept.at.y;
    element.scrollBy({ left, top, behavior: 'instant' });
  }, [frame, scale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the gestures read only refs
  useEffect(() => (frame.current ? listen(frame.current, { zoomAt }) : undefined), [frame]);

  const zoomBy = (factor: number) => {
    const view = frame.current?.getBoundingClientRect();
    if (view) zoomAt({ x: view.left + view.width / 2, y: view.top + view.height / 2 }, factor);
  };
  return { scale, isFitted: scale === fitted, zoomBy, showAt: setZoom };
}
