import { useState } from 'react';
import type { ChartDefinition, StateDefinition } from '../../src/devtools/tap/chart-definition.ts';
import type { WireActor } from '../../src/devtools/wire/wire-messages.ts';
import { eventWords } from './chart/event-words.ts';
import { chartOf } from './chart/use-chart-picture.ts';
import { chartActors, nameOf } from './inspector-store.ts';
import { useInspector } from './use-inspector.tsx';

/** A state, or an event of a state, that the search has found. */
type Hit = { key: string; actor: string; chart: string; state: string; words: string };

const statesOf = (state: StateDefinition): StateDefinition[] => [
  state,
  ...state.states.flatMap(statesOf),
];

const nameOfState = (chart: ChartDefinition, id: string) => id.replace(`${chart.id}.`, '');

function hitsIn(actor: WireActor, chart: ChartDefinition, words: string): Hit[] {
  const has = (text: string | null) => text?.toLowerCase().includes(words) ?? false;
  const own = { actor: actor.id, chart: nameOf(actor) };
  const states = statesOf(chart.root).filter((state) => has(state.key) || has(state.view));
  const events = chart.transitions.filter((transition) => has(transition.event));
  const places = new Map(events.map((one) => [`${one.source} ${one.event}`, one]));
  return [
    ...states.map(({ id }) => ({
      ...own,
      key: `${actor.id} ${id}`,
      state: id,
      words: nameOfState(chart, id),
    })),
    ...[...places].map(([key, { source, event }]) => ({
      ...own,
      key: `${actor.id} ${key}`,
      state: source,
      words: `${eventWords(event)} in ${nameOfState(chart, source)}`,
    })),
  ];
}

const mostHits = 40;

/** Finds states and events by name in all running charts. */
export function ChartSearch() {
  const store = useInspector();
  const [text, setText] = useState('');
  const words = text.trim().toLowerCase();
  const hits =
    words === ''
      ? []
      : chartActors(store.session)
          .filter((actor) => actor.status === 'active')
          .flatMap((actor) => {
            const chart = chartOf(store, actor);
            return chart ? hitsIn(actor, chart, words) : [];
          });
  return (
    <div className="chart-search">
      <input
        type="search"
        placeholder="Find a state or an event"
        aria-label="Find a state or an event"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {words !== '' && (
        <ul aria-label="Found">
          {hits.slice(0, mostHits).map(({ key, actor, chart, state, words: said }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => store.show({ actor, layout: 'chart', found: { id: state } })}
              >
                <span className="muted">{chart}</span> <code>{said}</code>
              </button>
            </li>
          ))}
          {hits.length === 0 && <li className="muted">Nothing has this name.</li>}
          {hits.length > mostHits && <li className="muted">and {hits.length - mostHits} more</li>}
        </ul>
      )}
    </div>
  );
}
