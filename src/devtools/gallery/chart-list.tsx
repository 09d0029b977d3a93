import { anchorOf, byChart } from './choose-states.ts';
import type { GalleryState } from './gallery-data.ts';
import { titleOf } from './state-card.tsx';

type Props = {
  states: readonly GalleryState[];
  search: string;
  onSearch: (words: string) => void;
};

const goTo = (id: string) => {
  const card = document.getElementById(anchorOf(id));
  card?.scrollIntoView({ block: 'start' });
  card?.querySelector('button')?.focus({ preventScroll: true });
};

/** Every chart with its states: the way around the gallery. */
export function ChartList({ states, search, onSearch }: Props) {
  return (
    <nav className="chart-list" aria-label="Charts and their states">
      <input
        type="search"
        placeholder="Search states, steps, R42 …"
        aria-label="Search"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
      />
      {byChart(states).map(([chart, own]) => (
        <details key={chart} open={search !== ''}>
          <summary>
            {chart} <span className="chart-count">{own.length}</span>
          </summary>
          <ul>
            {own.map((state) => (
              <li key={state.id}>
                <button type="button" onClick={() => goTo(state.id)}>
                  {titleOf(state)}
                  {state.variant && <small>{state.variant}</small>}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}
