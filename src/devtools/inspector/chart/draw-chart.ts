import { Graph, layout } from '@dagrejs/dagre';
import type { ChartDefinition, StateDefinition } from '../../tap/chart-definition.ts';
import { buildTree, type ChartTree, type LevelArrow } from './chart-tree.ts';
import type { Arrow, ArrowLine, Box, Drawing, Point, Row } from './drawing.ts';
import { rowHeight, shorten, titleHeight, widthOfRow, widthOfTitle } from './text-size.ts';

const padding = 16;
const maxText = 46;
const maxLabel = 34;

/** `states` leaves out every word but the names of states: a small picture stays readable. */
export type Detail = 'full' | 'states';

/** A state with everything in it, from its own upper left corner. */
type Part = { width: number; height: number; boxes: Box[]; arrows: Arrow[] };

const moved = (part: Part, x: number, y: number): Pick<Part, 'boxes' | 'arrows'> => ({
  boxes: part.boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y })),
  arrows: part.arrows.map((arrow) => ({
    ...arrow,
    points: arrow.points.map((point) => ({ x: point.x + x, y: point.y + y })),
    label: arrow.label && { ...arrow.label, x: arrow.label.x + x, y: arrow.label.y + y },
  })),
});

type NewRow = Omit<Row, 'id' | 'x' | 'y'>;

const row = (kind: Row['kind'], text: string, transition: string | null = null): NewRow => ({
  kind,
  text: shorten(text, maxText),
  transition,
});

function rowsOf(state: StateDefinition, tree: ChartTree): NewRow[] {
  const view = state.view ? [row('view', state.view)] : [];
  const entry = state.entry.map((name) => row('action', `enter / ${name}`));
  const exit = state.exit.map((name) => row('action', `exit / ${name}`));
  const invokes = state.invokes.map(({ id, src }) =>
    row('invoke', src === id || src === 'inline' ? id : `${id}: ${src}`),
  );
  const lines = tree.lines.get(state.id) ?? [];
  const transitions = lines.map(({ text, transition }) => row('transition', text, transition));
  return [...view, ...invokes, ...entry, ...exit, ...transitions];
}

/** A wide state tells its lines in columns. */
function placeRows(rows: readonly NewRow[], width: number): { rows: Row[]; height: number } {
  const column = Math.max(...rows.map(({ text }) => widthOfRow(text) + 30), 1);
  const columns = Math.max(1, Math.floor((width - padding) / column));
  const lines = Math.ceil(rows.length / columns);
  const placed = rows.map((one, index) => ({
    ...one,
    id: String(index),
    x: 12 + Math.floor(index / Math.max(lines, 1)) * column,
    y: titleHeight + (index % Math.max(lines, 1)) * rowHeight + 12,
  }));
  return { rows: placed, height: titleHeight + lines * rowHeight + 6 };
}

const widthOfHead = (state: StateDefinition, rows: readonly NewRow[], detail: Detail) =>
  Math.max(
    72,
    widthOfTitle(state.key, detail) + 30,
    ...rows.map(({ text }) => widthOfRow(text) + 30),
  );

type Inside = Part;

/** Regions side by side, in as many lines as make the whole look like a page. */
function placeRegions(parts: readonly Part[]): Inside {
  const area = parts.reduce((sum, part) => sum + (part.width + 12) * (part.height + 12), 0);
  const widest = Math.max(...parts.map((part) => part.width));
  const limit = Math.max(widest, Math.sqrt(area) * 1.45);
  const inside: Inside = { width: 0, height: 0, boxes: [], arrows: [] };
  let x = 0;
  let y = 0;
  let lineHeight = 0;
  for (const part of parts) {
    if (x > 0 && x + part.width > limit) {
      x = 0;
      y += lineHeight + 12;
      lineHeight = 0;
    }
    const { boxes, arrows } = moved(part, x, y);
    inside.boxes.push(...boxes);
    inside.arrows.push(...arrows);
    inside.width = Math.max(inside.width, x + part.width);
    lineHeight = Math.max(lineHeight, part.height);
    inside.height = y + lineHeight;
    x += part.width + 12;
  }
  return inside;
}

/** Transitions between the same two states share an arrow. */
function bundle(arrows: readonly LevelArrow[]): Map<string, LevelArrow[]> {
  const bundles = new Map<string, LevelArrow[]>();
  for (const arrow of arrows) {
    const key = `${arrow.from}\n${arrow.to}`;
    bundles.set(key, [...(bundles.get(key) ?? []), arrow]);
  }
  return bundles;
}

const linesOf = (arrows: readonly LevelArrow[]): ArrowLine[] =>
  arrows.map(({ text, transition }) => ({
    text: shorten(text, maxLabel),
    transition: transition.id,
  }));

const startName = '•start';
const anyName = '•any';

type Level = {
  state: StateDefinition;
  parts: Map<string, Part>;
  arrows: LevelArrow[];
  detail: Detail;
};

type Way = { direction: 'TB' | 'LR'; ranker: 'network-simplex' | 'tight-tree' };

const ways: Way[] = [
  { direction: 'TB', ranker: 'network-simplex' },
  { direction: 'LR', ranker: 'network-simplex' },
  { direction: 'TB', ranker: 'tight-tree' },
];

const labelSize = (arrows: readonly LevelArrow[]) => ({
  width: Math.max(...linesOf(arrows).map(({ text }) => widthOfRow(text))) + 12,
  height: arrows.length * rowHeight + 2,
});

function graphOf({ state, parts, arrows, detail }: Level, { direction, ranker }: Way): Graph {
  const graph = new Graph({ multigraph: true, directed: true });
  graph.setGraph({ rankdir: direction, ranker, nodesep: 24, ranksep: 30, edgesep: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  if (state.initial) graph.setNode(startName, { width: 10, height: 10 });
  if (arrows.some((arrow) => arrow.from === '')) {
    graph.setNode(anyName, { width: 62, height: 20 });
  }
  for (const [key, part] of parts) {
    graph.setNode(key, { width: part.width, height: part.height });
  }
  if (state.initial) graph.setEdge(startName, state.initial, { weight: 4 }, startName);
  for (const [name, bundled] of bundle(arrows)) {
    const [first] = bundled;
    if (!first) continue;
    const size = detail === 'full' ? labelSize(bundled) : {};
    graph.setEdge(first.from || anyName, first.to, { ...size, labelpos: 'c' }, name);
  }
  layout(graph);
  return graph;
}

const sizeOf = (graph: Graph) => {
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { width, height };
};

/** Nearer to the shape of a screen is better, smaller is better. */
const costOf = (graph: Graph) => {
  const { width, height } = sizeOf(graph);
  const shape = width / Math.max(height, 1) / 1.5;
  return width * height * (1 + Math.abs(Math.log(shape)));
};

function arrowsOf(graph: Graph, { arrows, state }: Level): Arrow[] {
  const bundles = bundle(arrows);
  return graph.edges().map((edge) => {
    const { points, x, y, width } = graph.edge(edge) as {
      points: Point[];
      x?: number;
      y?: number;
      width?: number;
    };
    const name = edge.name ?? '';
    const bundled = bundles.get(name);
    const lines = bundled ? linesOf(bundled) : [];
    return {
      id: `${state.id} ${name}`,
      kind: bundled ? 'transition' : 'start',
      points,
      label: bundled ? { x: x ?? 0, y: y ?? 0, width: width ?? 0, lines } : null,
    };
  });
}

function placeStates(level: Level): Inside {
  const graphs = ways.map((way) => graphOf(level, way));
  const graph = graphs.reduce((best, one) => (costOf(one) < costOf(best) ? one : best));
  const inside: Inside = {
    ...sizeOf(graph),
    boxes: [],
    arrows: arrowsOf(graph, level),
  };
  for (const [key, part] of level.parts) {
    const node = graph.node(key) as { x: number; y: number };
    const { boxes, arrows } = moved(part, node.x - part.width / 2, node.y - part.height / 2);
    inside.boxes.push(...boxes);
    inside.arrows.push(...arrows);
  }
  const any = graph.hasNode(anyName) ? (graph.node(anyName) as Point) : null;
  if (any) inside.boxes.push(anyBox(level.state, any));
  return inside;
}

/** Stands for "in whichever state it is": transitions of the containing state begin there. */
const anyBox = (state: StateDefinition, { x, y }: Point): Box => ({
  id: `${state.id} any`,
  title: 'any state',
  type: 'history',
  x: x - 31,
  y: y - 10,
  width: 62,
  height: 20,
  rows: [],
  depth: 0,
  isRegion: false,
});

type Chart = { tree: ChartTree; detail: Detail };

type At = { depth: number; isRegion: boolean };

function drawState(state: StateDefinition, chart: Chart, { depth, isRegion }: At): Part {
  const told = chart.detail === 'full' ? rowsOf(state, chart.tree) : [];
  const inside = drawInside(state, chart, depth);
  const width = Math.max(
    widthOfHead(state, told, chart.detail),
    inside ? inside.width + padding * 2 : 0,
  );
  const { rows, height: head } = placeRows(told, width);
  const height = head + (inside ? inside.height + padding : 0);
  const { id, key: title, type } = state;
  const box: Box = { id, title, type, x: 0, y: 0, width, height, rows, depth, isRegion };
  if (!inside) return { width, height, boxes: [box], arrows: [] };
  const { boxes, arrows } = moved(inside, (width - inside.width) / 2, head);
  return { width, height, boxes: [box, ...boxes], arrows };
}

function drawInside(state: StateDefinition, chart: Chart, depth: number): Inside | null {
  if (state.states.length === 0) return null;
  const at = { depth: depth + 1, isRegion: state.type === 'parallel' };
  const parts = new Map(state.states.map((child) => [child.key, drawState(child, chart, at)]));
  if (at.isRegion) return placeRegions([...parts.values()]);
  const arrows = chart.tree.arrows.get(state.id) ?? [];
  return placeStates({ state, parts, arrows, detail: chart.detail });
}

const drawn = new Map<string, Drawing>();

/** Laid out by dagre, level by level; the same chart is laid out once. */
export function drawChart(chart: ChartDefinition, detail: Detail): Drawing {
  const name = `${chart.fingerprint} ${detail}`;
  const known = drawn.get(name);
  if (known) return known;
  const at = { depth: 0, isRegion: false };
  const { width, height, boxes, arrows } = drawState(
    chart.root,
    { tree: buildTree(chart), detail },
    at,
  );
  const drawing = { width, height, boxes, arrows };
  drawn.set(name, drawing);
  return drawing;
}
