import './chart.css';
import { memo } from 'react';
import type { CoverageOf } from '../coverage.ts';
import type { Arrow, Box, Drawing, Point } from './drawing.ts';
import type { Detail } from './part.ts';
import { rowHeight } from './text-size.ts';

export type Lights = {
  /** ids of the active states */
  lit: ReadonlySet<string>;
  /** ids of the transitions taken last */
  last: ReadonlySet<string>;
  /** changes with every event, so that the mark of the last transition flashes each time */
  pulse: number;
  coverageOf: CoverageOf | null;
};

type Props = { drawing: Drawing; lights: Lights; title: string; detail: Detail };

const middle = (a: Point, b: Point) => `${(a.x + b.x) / 2},${(a.y + b.y) / 2}`;

/** A curve through the midpoints of the line's segments, with round corners. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  const bends = rest
    .slice(0, -1)
    .map((point, index) => `Q${point.x},${point.y} ${middle(point, rest[index + 1] ?? last)}`);
  return `M${first.x},${first.y} ${bends.join(' ')} L${last.x},${last.y}`;
}

function coverageClass(transitions: readonly string[], coverageOf: CoverageOf | null): string {
  if (!coverageOf || transitions.length === 0) return '';
  const kinds = new Set(transitions.map(coverageOf));
  if (kinds.has('open')) return kinds.has('taken') ? ' partly' : ' open';
  return kinds.has('taken') ? ' taken' : '';
}

const transitionsOf = (arrow: Arrow) => arrow.label?.lines.map((line) => line.transition) ?? [];

function ArrowShape({ arrow, lights }: { arrow: Arrow; lights: Lights }) {
  const transitions = transitionsOf(arrow);
  const isLast = transitions.some((id) => lights.last.has(id));
  const name = `arrow${coverageClass(transitions, lights.coverageOf)}${isLast ? ' last' : ''}`;
  const [start] = arrow.points;
  return (
    <g className={name} key={isLast ? lights.pulse : 0}>
      {arrow.kind === 'start' && start && <circle cx={start.x} cy={start.y} r={4} />}
      <path d={curve(arrow.points)} markerEnd="url(#arrow-head)" />
    </g>
  );
}

function ArrowLabel({ arrow, lights }: { arrow: Arrow; lights: Lights }) {
  const { label } = arrow;
  if (!label) return null;
  const height = label.lines.length * rowHeight;
  const left = label.x - label.width / 2;
  const top = label.y - height / 2;
  return (
    <g>
      <rect className="label" x={left} y={top} width={label.width} height={height} rx={4} />
      {label.lines.map(({ text, transition }, index) => (
        <text
          key={transition}
          className={`event${coverageClass([transition], lights.coverageOf)}${lights.last.has(transition) ? ' last' : ''}`}
          x={left + 6}
          y={top + index * rowHeight + 12}
        >
          <title>{transition}</title>
          {text}
        </text>
      ))}
    </g>
  );
}

const rowMarks = { view: '', invoke: '⚙ ', action: '', transition: '' } as const;

function BoxShape({ box, lights }: { box: Box; lights: Lights }) {
  const isLit = lights.lit.has(box.id);
  const name = `box ${box.type}${box.isRegion ? ' region' : ''}${isLit ? ' lit' : ''}`;
  return (
    <g className={name} transform={`translate(${box.x} ${box.y})`} data-state={box.id}>
      <rect className="frame" width={box.width} height={box.height} rx={box.depth === 0 ? 12 : 8} />
      {box.type === 'final' && (
        <rect className="inner" x={3} y={3} width={box.width - 6} height={box.height - 6} rx={6} />
      )}
      <text
        className="title"
        x={box.type === 'history' ? 8 : 12}
        y={box.type === 'history' ? 14 : 17}
      >
        {box.title}
      </text>
      {box.rows.map(({ id, kind, text, transition, x, y }) => (
        <text
          key={id}
          className={`${kind}${transition ? coverageClass([transition], lights.coverageOf) : ''}${transition && lights.last.has(transition) ? ' last' : ''}`}
          x={x}
          y={y}
        >
          {transition && <title>{transition}</title>}
          {rowMarks[kind]}
          {text}
        </text>
      ))}
    </g>
  );
}

/** A chart as a picture. `lights` contains the active states and the last transition. */
export const ChartSvg = memo(function ChartSvg({ drawing, lights, title, detail }: Props) {
  const { width, height, boxes, arrows } = drawing;
  return (
    <svg
      className={`chart ${detail}`}
      role="img"
      aria-label={title}
      viewBox={`-8 -8 ${width + 16} ${height + 16}`}
      width={width + 16}
      height={height + 16}
    >
      <defs>
        <marker
          id="arrow-head"
          viewBox="0 0 10 10"
          refX={8.5}
          refY={5}
          markerWidth={7}
          markerHeight={7}
          orient="auto-start-reverse"
        >
          <path d="M0,1 L9,5 L0,9 z" fill="context-stroke" stroke="none" />
        </marker>
      </defs>
      {boxes.map((box) => (
        <BoxShape key={box.id} box={box} lights={lights} />
      ))}
      {arrows.map((arrow) => (
        <ArrowShape key={arrow.id} arrow={arrow} lights={lights} />
      ))}
      {detail === 'full' &&
        arrows.map((arrow) => <ArrowLabel key={arrow.id} arrow={arrow} lights={lights} />)}
    </svg>
  );
});
