import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useRef,
  useState,
} from 'react';
import {
  type BrushPoint,
  type BrushStroke,
  canvasOf,
  movedByKey,
  simplified,
  withinPicture,
} from './brush-line.ts';

export type BrushPicture = {
  src: string;
  /** width divided by height */
  ratio: number;
  /** address of a picture of the same shape that shows the effect of the strokes, or null */
  result: string | null;
  /** true if the result shows the effect of all strokes */
  isCurrent: boolean;
};

type Props = BrushPicture & {
  ref: Ref<HTMLDivElement>;
  strokes: readonly BrushStroke[];
  brush: Omit<BrushStroke, 'points'>;
  label: string;
  /** id of the text that explains the keys */
  describedBy: string;
  onStroke: (stroke: BrushStroke) => void;
  onUndo: () => void;
};

type LineProps = { stroke: BrushStroke; ratio: number };

function Line({ stroke: { adds, radius, points }, ratio }: LineProps) {
  const { width, height } = canvasOf(ratio);
  const [first = [0, 0]] = points;
  // a line without length would not be drawn, so a single point is drawn twice
  const places = [first, ...points].map(([x, y]) => `${x * width},${y * height}`);
  return (
    <polyline
      className="brush-stroke"
      data-adds={adds}
      points={places.join(' ')}
      strokeWidth={2000 * radius}
    />
  );
}

const pointOf = (area: Element, event: { clientX: number; clientY: number }): BrushPoint => {
  const box = area.getBoundingClientRect();
  return withinPicture(
    (event.clientX - box.left) / box.width,
    (event.clientY - box.top) / box.height,
  );
};

const middle: BrushPoint = [0.5, 0.5];

/** Shows a picture to draw on, with pointer or keyboard. */
export function BrushCanvas(props: Props) {
  const { src, ratio, result, isCurrent, strokes, brush, label, describedBy } = props;
  const [cursor, setCursor] = useState<BrushPoint | null>(null);
  /** points of the stroke that is being drawn */
  const [line, setLine] = useState<readonly BrushPoint[]>([]);
  // the line ends before its last points are rendered
  const latest = useRef(line);
  const draw = (points: readonly BrushPoint[]) => {
    latest.current = points;
    setLine(points);
  };
  const end = () => {
    const points = latest.current;
    draw([]);
    if (points.length > 0) props.onStroke(simplified({ ...brush, points }, ratio));
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const point = pointOf(event.currentTarget, event);
    setCursor(point);
    draw([point]);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary) return;
    const area = event.currentTarget;
    setCursor(pointOf(area, event));
    if (latest.current.length === 0) return;
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const points = (moves.length > 0 ? moves : [event]).map((move) => pointOf(area, move));
    draw([...latest.current, ...points]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = cursor ?? middle;
    const next = movedByKey(place, event, { radius: brush.radius, ratio });
    if (next) {
      setCursor(next);
      if (latest.current.length > 0) draw([...latest.current, next]);
    } else if (event.key === ' ') {
      if (latest.current.length === 0) draw([place]);
    } else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) props.onUndo();
    else return;
    event.preventDefault();
  };
  const { width, height } = canvasOf(ratio);
  const shown = result !== null && isCurrent ? [] : strokes;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: role application: the keyboard draws here
    <div
      ref={props.ref}
      className="brush-canvas"
      role="application"
      aria-label={label}
      aria-describedby={describedBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard draws here
      tabIndex={0}
      style={{ '--ratio': ratio } as CSSProperties}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={() => draw([])}
      onPointerLeave={() => setCursor(null)}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => event.key === ' ' && end()}
      onFocus={() => setCursor((at) => at ?? middle)}
      onBlur={() => {
        setCursor(null);
        end();
      }}
    >
      {result !== null && <img src={result} alt="" />}
      {/* the photo remains faintly visible over its result, to show what can be added */}
      <img className="brush-photo" data-faint={result !== null} src={src} alt="" />
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <g className="brush-strokes">
          {[...shown, ...(line.length > 0 ? [{ ...brush, points: line }] : [])].map(
            (stroke, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added and removed at the end
              <Line key={index} stroke={stroke} ratio={ratio} />
            ),
          )}
        </g>
        {cursor && (
          <circle
            className="brush-cursor"
            cx={cursor[0] * width}
            cy={cursor[1] * height}
            r={1000 * brush.radius}
          />
        )}
      </svg>
    </div>
  );
}
