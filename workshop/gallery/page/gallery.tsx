import { useMemo, useState } from 'react';
import { ChartChips, ChartList } from './chart-list.tsx';
import { ChartSection, useSmallWidth } from './chart-section.tsx';
import { byChart, chooseStates } from './choose-states.ts';
import type { GalleryState } from './gallery-data.ts';
import { StateDialog } from './state-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import { useView } from './use-view.ts';
import type { View } from './view.ts';

type Change = (part: Partial<View>) => void;

type OpenedProps = {
  view: View;
  change: Change;
  states: readonly GalleryState[];
  chosen: readonly GalleryState[];
};

function OpenedState({ view, change, states, chosen }: OpenedProps) {
  const state = states.find(({ id }) => id === view.open);
  const list = chosen.some(({ id }) => id === view.open) ? chosen : states;
  const move = (by: 1 | -1) => {
    const at = list.findIndex(({ id }) => id === view.open);
    change({ open: list[(at + by + list.length) % list.length]?.id ?? '' });
  };
  if (!state) return null;
  return (
    <StateDialog state={state} view={view} onMove={move} onClose={() => change({ open: '' })} />
  );
}

type StatesProps = {
  problems: readonly string[];
  groups: ReturnType<typeof byChart>;
  view: View;
  change: Change;
  smallWidth: number | null;
};

function States({ problems, groups, view, change, smallWidth }: StatesProps) {
  const onOpen = (open: string) => change({ open });
  return (
    <main className="gallery-states">
      {problems.map((problem) => (
        <p key={problem} className="state-faults" role="alert">
          {problem}
        </p>
      ))}
      {groups.length === 0 && <p className="gallery-none">No state has all of these words.</p>}
      {groups.map(([chart, states]) => (
        <ChartSection
          key={chart}
          chart={chart}
          states={states}
          view={view}
          smallWidth={smallWidth}
          onOpen={onOpen}
        />
      ))}
    </main>
  );
}

type Props = {
  states: readonly GalleryState[];
  /** sentences about states that the gallery could not show */
  problems: readonly string[];
};

export function Gallery({ states, problems }: Props) {
  const [view, change] = useView();
  const smallWidth = useSmallWidth();
  const [chart, setChart] = useState(() => states.find(({ id }) => id === view.open)?.chart);
  const chosen = useMemo(() => chooseStates(states, view.search), [states, view.search]);
  const all = byChart(chosen);
  const one = all.find(([name]) => name === chart) ?? all[0];
  const groups = smallWidth === null || !one ? all : [one];
  const isAll = chosen.length === states.length;
  const search = { search: view.search, onSearch: (words: string) => change({ search: words }) };
  return (
    <div className="gallery">
      <Toolbar view={view} onChange={change}>
        {isAll ? `${states.length} states` : `${chosen.length} of ${states.length} states`}
      </Toolbar>
      {smallWidth === null ? (
        <ChartList states={chosen} {...search} />
      ) : (
        <ChartChips states={chosen} {...search} chart={one?.[0] ?? ''} onChart={setChart} />
      )}
      <States
        problems={problems}
        groups={groups}
        view={view}
        change={change}
        smallWidth={smallWidth}
      />
      <OpenedState view={view} change={change} states={states} chosen={chosen} />
    </div>
  );
}
