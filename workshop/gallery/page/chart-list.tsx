import type { MouseEvent } from 'react';
import { anchorOf, byChart } from './choose-states.ts';
import { DottedName } from './dotted-name.tsx';
import type { GalleryState } from './gallery-data.ts';
import { titleOf } from './state-text.tsx';

const goTo = (id: string) => {
  const card = document.getElementById(anchorOf(id));
  card?.scrollIntoView({ block: 'start' });
  card?.querySelector('button')?.focus({ preventScroll: true });
};

type SearchProps = { search: string; onSearch: (words: string) => void };

function Search({ search, onSearch }: SearchProps) {
  return (
    <input
      type="search"
      placeholder="Search states, steps, R42 …"
      aria-label="Search"
      value={search}
      onChange={({ target }) => onSearch(target.value)}
    />
  );
}

type Props = SearchProps & { states: readonly GalleryState[] };

/** Navigation: every chart with its states. */
export function ChartList({ states, search, onSearch }: Props) {
  return (
    <nav className="chart-list" aria-label="Charts and their states">
      <Search search={search} onSearch={onSearch} />
      {byChart(states).map(([chart, own]) => (
        <details key={chart} open={search !== ''}>
          <summary>
            {chart} <span className="chart-count">{own.length}</span>
          </summary>
          <ul>
            {own.map((state) => (
              <li key={state.id}>
                <button type="button" onClick={() => goTo(state.id)}>
                  <DottedName name={titleOf(state)} />
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

type ChipsProps = Props & { chart: string; onChart: (chart: string) => void };

/** Navigation on a small screen: one row of charts. One chart is shown at a time. */
export function ChartChips({ states, search, onSearch, chart, onChart }: ChipsProps) {
  const choose = (one: string, { currentTarget }: MouseEvent) => {
    onChart(one);
    scrollTo({ top: 0, behavior: 'instant' });
    currentTarget.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  };
  return (
    <nav className="chart-list" aria-label="Charts">
      <Search search={search} onSearch={onSearch} />
      <ul className="chart-chips">
        {byChart(states).map(([one, own]) => (
          <li key={one}>
            <button
              type="button"
              aria-pressed={one === chart}
              onClick={(event) => choose(one, event)}
            >
              {one} <span className="chart-count">{own.length}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
