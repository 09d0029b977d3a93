import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Sizes in pixels. */
type PanelSizes = { tree: number; detail: number; events: number };

type Panel = keyof PanelSizes;

const usual: PanelSizes = { tree: 236, detail: 348, events: 300 };
const smallest: PanelSizes = { tree: 120, detail: 200, events: 120 };

const names: Record<Panel, string> = {
  tree: 'Width of the actors',
  detail: 'Width of the details',
  events: 'Height of the events',
};

const largestOf = (panel: Panel) =>
  Math.round((panel === 'events' ? innerHeight : innerWidth) * (panel === 'events' ? 0.8 : 0.45));

export function usePanelSizes() {
  const [sizes, setSizes] = useState(usual);
  const change = (panel: Panel, size: number) =>
    setSizes((now) => ({
      ...now,
      [panel]: Math.min(largestOf(panel), Math.max(smallest[panel], Math.round(size))),
    }));
  return { sizes, change };
}

const keyStep = 16;

type Props = { panel: Panel; size: number; change(panel: Panel, size: number): void };

/**
 * The edge between two panels. It is moved by dragging or with the arrow keys, and reset by a
 * double click.
 */
export function Splitter({ panel, size, change }: Props) {
  const isVertical = panel !== 'events';
  // the tree is left of its edge, the other panels are right of or below theirs
  const direction = panel === 'tree' ? 1 : -1;
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    change(panel, size + direction * (isVertical ? event.movementX : event.movementY));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const ends: Record<string, number> = { Home: smallest[panel], End: largestOf(panel) };
    const by = { [less as string]: -keyStep, [more as string]: keyStep }[event.key];
    const next = by === undefined ? ends[event.key] : size + direction * by;
    if (next === undefined) return;
    // outside the splitter, the arrow keys step through the events
    event.stopPropagation();
    event.preventDefault();
    change(panel, next);
  };
  return (
    <hr
      className={`splitter of-${panel}`}
      tabIndex={0}
      aria-label={names[panel]}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={smallest[panel]}
      aria-valuemax={largestOf(panel)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
      onDoubleClick={() => change(panel, usual[panel])}
    />
  );
}
