import { useMemo } from 'react';
import { ChartList } from './chart-list.tsx';
import { byChart, chooseStates } from './choose-states.ts';
import type { GalleryState } from './gallery-data.ts';
import { StateCard } from './state-card.tsx';
import { StateDialog } from './state-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import { useView } from './use-view.ts';

type Props = {
  states: readonly GalleryState[];
  /** sentences: what the charts have and the gallery could not show */
  problems: readonly string[];
};

/** Every screen and dialog in every state that the charts can be in. */
export function Gallery({ states, problems }: Props) {
  const [view, change] = useView();
  const chosen = useMemo(() => chooseStates(states, view.search), [states, view.search]);
  const opened = states.find(({ id }) => id === view.open);
  const list = chosen.some(({ id }) => id === view.open) ? chosen : states;
  const move = (by: 1 | -1) => {
    const at = list.findIndex(({ id }) => id === view.open);
    change({ open: list[(at + by + list.length) % list.length]?.id ?? '' });
  };
  const isAll = chosen.length === states.length;
  return (
    <div className="gallery">
      <Toolbar view={view} onChange={change}>
        {isAll ? `${states.length} states` : `${chosen.length} of ${states.length} states`}
      </Toolbar>
      <ChartList states={chosen} search={view.search} onSearch={(search) => change({ search })} />
      <main className="gallery-states">
        {problems.map((problem) => (
          <p key={problem} className="state-faults" role="alert">
            {problem}
          </p>
        ))}
        {chosen.length === 0 && <p className="gallery-none">No state has all of these words.</p>}
        {byChart(chosen).map(([chart, own]) => (
          <section key={chart} aria-labelledby={`chart-${chart}`}>
            <h2 id={`chart-${chart}`}>
              {chart} <span className="chart-count">{own.length}</span>
            </h2>
            <div className="state-grid">
              {own.map((state) => (
                <StateCard
                  key={state.id}
                  state={state}
                  view={view}
                  onOpen={(open) => change({ open })}
                />
              ))}
            </div>
          </section>
        ))}
      </main>
      {opened && (
        <StateDialog
          state={opened}
          view={view}
          onMove={move}
          onClose={() => change({ open: '' })}
        />
      )}
    </div>
  );
}
