import { useEffect, useRef } from 'react';
import type { ChartDefinition } from '../../../src/devtools/tap/chart-definition.ts';
import type { WireActor } from '../../../src/devtools/wire/wire-messages.ts';
import { countTaken } from '../coverage.ts';
import { nameOf, type View } from '../inspector-store.ts';
import { useInspector } from '../use-inspector.tsx';
import { valueWords } from './active-states.ts';
import { ChartSvg } from './chart-svg.tsx';
import { useCanvas, zoomFactor } from './use-canvas.ts';
import { useChartPicture } from './use-chart-picture.ts';

/** Scrolls to the last transition or the current state if it is not visible. */
function keepInSight(frame: HTMLElement | null, scale: number) {
  const marks = frame?.querySelectorAll('.arrow.last, text.last, .box.atomic.lit') ?? [];
  const mark = [...marks].at(-1)?.getBoundingClientRect();
  if (!frame || !mark || scale <= 0) return;
  const view = frame.getBoundingClientRect();
  const isOff =
    mark.left < view.left ||
    mark.right > view.right ||
    mark.top < view.top ||
    mark.bottom > view.bottom;
  if (!isOff) return;
  frame.scrollBy({
    left: mark.left + mark.width / 2 - (view.left + view.width / 2),
    top: mark.top + mark.height / 2 - (view.top + view.height / 2),
  });
}

/** Scrolls to a found state and marks it. */
function markFound(frame: HTMLElement | null, found: View['found']): () => void {
  const boxes = [...(frame?.querySelectorAll<SVGGElement>('[data-state]') ?? [])];
  const box = boxes.find(({ dataset }) => dataset.state === found?.id);
  // an attribute, because React would remove a class when it rewrites the class names
  box?.toggleAttribute('data-found', true);
  box?.scrollIntoView({ block: 'center', inline: 'center' });
  return () => box?.toggleAttribute('data-found', false);
}

type Props = { actor: WireActor; chart: ChartDefinition };

/** One chart. It fits the panel until the user zooms. */
export function ChartPanel({ actor, chart }: Props) {
  const store = useInspector();
  const { drawing, lights, moment } = useChartPicture(store, actor, chart, 'full');
  const frame = useRef<HTMLDivElement>(null);
  const { scale, isFitted, zoomBy, showAt } = useCanvas(frame, drawing);
  const { found } = store.view;
  useEffect(() => {
    if (lights.pulse >= 0) keepInSight(frame.current, scale);
  }, [lights.pulse, scale]);
  useEffect(() => markFound(frame.current, found), [found]);
  return (
    <section className="panel chart-panel" aria-label={`Chart of ${nameOf(actor)}`}>
      <header>
        <h2>{nameOf(actor)}</h2>
        <code className="state">{valueWords(moment?.value ?? null) || 'not started'}</code>
        <Covered chart={chart} coverageOf={lights.coverageOf} />
        <span className="grow" />
        <button type="button" onClick={() => zoomBy(1 / zoomFactor)} aria-label="Smaller">
          −
        </button>
        <button type="button" onClick={() => showAt(1)} title="Real size">
          {Math.round(scale * 100)} %
        </button>
        <button type="button" onClick={() => zoomBy(zoomFactor)} aria-label="Larger">
          +
        </button>
        <button type="button" onClick={() => showAt('fit')} aria-pressed={isFitted}>
          Fit
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the drawing */}
      <div className="canvas" ref={frame} tabIndex={0}>
        <div
          className="sheet"
          style={{ width: (drawing.width + 16) * scale, height: (drawing.height + 16) * scale }}
        >
          <div style={{ transform: `scale(${scale})`, transformOrigin: '0 0' }}>
            <ChartSvg
              detail="full"
              drawing={drawing}
              lights={lights}
              title={`${chart.id}: ${valueWords(moment?.value ?? null)}`}
            />
          </div>
        </div>
      </div>
    </section>
  );
}

export function Covered({
  chart,
  coverageOf,
}: Pick<Props, 'chart'> & Pick<Parameters<typeof ChartSvg>[0]['lights'], 'coverageOf'>) {
  if (!coverageOf) return null;
  const { all, taken } = countTaken(chart, coverageOf);
  return (
    <span className={`badge ${taken === all ? 'taken' : 'open'}`}>
      {taken} / {all} taken
    </span>
  );
}
