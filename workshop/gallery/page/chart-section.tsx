import { useSyncExternalStore } from 'react';
import type { GalleryState } from './gallery-data.ts';
import { StateCard } from './state-card.tsx';
import { localesOf, themesOf, type View } from './view.ts';

const smallest = 901;
/* the gaps beside the page, between two cards and around a picture; also in gallery.css */
const gutter = 16;
const gap = 4;
const edge = 4;
/** minimum width of a card with readable words */
const readable = 140;

function subscribe(onChange: () => void) {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

const readWidth = () => {
  const { clientWidth } = document.documentElement;
  return innerWidth < smallest ? clientWidth : null;
};

/** Width in CSS pixels; null if the list of charts fits beside the states. */
export const useSmallWidth = (): number | null => useSyncExternalStore(subscribe, readWidth);

/* On a small screen the zoom is the number of cards per row. */
function scaleOf(view: View, smallWidth: number | null): number {
  const zoom = view.zoom / 100;
  if (smallWidth === null || localesOf(view).length * themesOf(view).length > 1) return zoom;
  const room = smallWidth - 2 * gutter;
  const most = Math.floor(room / readable);
  const columns = Math.max(1, Math.min(most, Math.round(room / (view.width * zoom))));
  return ((room + 2 * edge - (columns - 1) * gap) / columns - 2 * edge) / view.width;
}

type Props = {
  chart: string;
  states: readonly GalleryState[];
  view: View;
  smallWidth: number | null;
  onOpen: (id: string) => void;
};

export function ChartSection({ chart, states, view, smallWidth, onOpen }: Props) {
  const scale = scaleOf(view, smallWidth);
  return (
    <section aria-labelledby={`chart-${chart}`}>
      <h2 id={`chart-${chart}`}>
        {chart} <span className="chart-count">{states.length}</span>
      </h2>
      <div className="state-grid">
        {states.map((state) => (
          <StateCard key={state.id} state={state} view={view} scale={scale} onOpen={onOpen} />
        ))}
      </div>
    </section>
  );
}
