import { useEffect, useRef, useState } from 'react';
import type { ChartDefinition } from '../../../src/devtools/tap/chart-definition.ts';
import type { WireActor } from '../../../src/devtools/wire/wire-messages.ts';
import { countTaken } from '../coverage.ts';
import { nameOf } from '../inspector-store.ts';
import { useInspector } from '../use-inspector.tsx';
import { valueWords } from './active-states.ts';
import { ChartSvg } from './chart-svg.tsx';
import { useChartPicture } from './use-chart-picture.ts';

/** Scrolls to the last transition or the current state when it is out of view. */
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

type Props = { actor: WireActor; chart: ChartDefinition };

const zoomSteps = { smallest: 0.15, largest: 2.5, factor: 1.25 };

const clamp = (zoom: number) => Math.min(zoomSteps.largest, Math.max(zoomSteps.smallest, zoom));

/** Below this scale words are unreadable: the panel then scrolls to the last change instead. */
const smallestFit = 0.55;

/** One chart; fits the panel until the user zooms. */
export function ChartPanel({ actor, chart }: Props) {
  const store = useInspector();
  const { drawing, lights, moment } = useChartPicture(store, actor, chart, 'full');
  const frame = useRef<HTMLDivElement>(null);
  const [fitted, setFitted] = useState(1);
  const [zoom, setZoom] = useState<number | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const fit = () => {
      const { clientWidth, clientHeight } = element;
      const both = Math.min(
        (clientWidth - 24) / (drawing.width + 16),
        (clientHeight - 24) / (drawing.height + 16),
      );
      setFitted(Math.min(1.2, Math.max(smallestFit, both)));
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [drawing]);
  const scale = zoom ?? fitted;
  useEffect(() => {
    if (lights.pulse >= 0) keepInSight(frame.current, scale);
  }, [lights.pulse, scale]);
  const change = (factor: number) => setZoom(clamp(scale * factor));
  return (
    <section className="panel chart-panel" aria-label={`Chart of ${nameOf(actor)}`}>
      <header>
        <h2>{nameOf(actor)}</h2>
        <code className="state">{valueWords(moment?.value ?? null) || 'not started'}</code>
        <Covered chart={chart} coverageOf={lights.coverageOf} />
        <span className="grow" />
        <button type="button" onClick={() => change(1 / zoomSteps.factor)} aria-label="Smaller">
          −
        </button>
        <button type="button" onClick={() => setZoom(1)} title="Real size">
          {Math.round(scale * 100)} %
        </button>
        <button type="button" onClick={() => change(zoomSteps.factor)} aria-label="Larger">
          +
        </button>
        <button type="button" onClick={() => setZoom(null)} aria-pressed={zoom === null}>
          Fit
        </button>
      </header>
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
