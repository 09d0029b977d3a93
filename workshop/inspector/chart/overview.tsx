import type { ChartDefinition } from '../../../src/devtools/tap/chart-definition.ts';
import type { WireActor } from '../../../src/devtools/wire/wire-messages.ts';
import { chartActors, nameOf } from '../inspector-store.ts';
import { useInspector } from '../use-inspector.tsx';
import { valueWords } from './active-states.ts';
import { Covered } from './chart-panel.tsx';
import { ChartSvg } from './chart-svg.tsx';
import { eventWords } from './event-words.ts';
import { chartOf, useChartPicture } from './use-chart-picture.ts';

/** Shows a small diagram of each running chart. */
export function Overview() {
  const store = useInspector();
  const actors = chartActors(store.session).filter((actor) => actor.status === 'active');
  return (
    <section className="panel overview" aria-label="All charts">
      <div className="cards">
        {actors.map((actor) => {
          const chart = chartOf(store, actor);
          return chart && <ChartCard key={actor.id} actor={actor} chart={chart} />;
        })}
      </div>
    </section>
  );
}

function ChartCard({ actor, chart }: { actor: WireActor; chart: ChartDefinition }) {
  const store = useInspector();
  const { drawing, lights, moment, move } = useChartPicture(store, actor, chart, 'states');
  const value = valueWords(moment?.value ?? null);
  return (
    <button
      type="button"
      className="card"
      aria-label={`${nameOf(actor)}: ${value}. Open the chart`}
      onClick={() => store.show({ actor: actor.id, layout: 'chart' })}
    >
      <span className="card-head">
        <strong>{nameOf(actor)}</strong>
        <Covered chart={chart} coverageOf={lights.coverageOf} />
      </span>
      <span className="thumb" style={{ maxWidth: drawing.width * 1.5 }}>
        <ChartSvg
          detail="states"
          drawing={drawing}
          lights={lights}
          title={`${chart.id}: ${value}`}
        />
      </span>
      <code className="state">{value || 'not started'}</code>
      <span className="last-event">{move ? eventWords(move.event.type) : '—'}</span>
    </button>
  );
}
