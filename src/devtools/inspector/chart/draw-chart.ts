import { Graph, layout } from '@dagrejs/dagre';
import type { ChartDefinition, StateDefinition } from '../../tap/chart-definition.ts';
import { buildTree, type ChartTree, type LevelArrow } from './chart-tree.ts';
import type { Arrow, ArrowLine, Box, Drawing, Point, Row } from './drawing.ts';
import { rowHeight, shorten, titleHeight, widthOfRow, widthOfTitle } from './text-size.ts';

const padding = 16;
const maxText = 46;

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

type NewRow = Omit<Row, 'id'>;

const row = (kind: Row['kind'], text: string, transition: string | null = null): NewRow => ({
  kind,
  text: shorten(text, maxText),
  transition,
});

function rowsOf(state: StateDefinition, tree: ChartTree): Row[] {
  const view = state.view ? [row('view', state.view)] : [];
  const entry = state.entry.map((name) => row('action', `enter / ${name}`));
  const exit = state.exit.map((name) => row('action', `exit / ${name}`));
  const invokes = state.invokes.map(({ id, src }) =>
    row('invoke', src === id || src === 'inline' ? id : `${id}: ${src}`),
  );
  const lines = tree.lines.get(state.id) ?? [];
  const transitions = lines.map(({ text, transition }) => row('transition', text, transition));
  return [...view, ...invokes, ...entry, ...exit, ...transitions].map((one, index) => ({
    ...one,
    id: String(index),
  }));
}

const headOf = (rows: readonly Row[]) => titleHeight + rows.length * rowHeight + 6;

const widthOfHead = (state: StateDefinition, rows: readonly Row[]) =>
  Math.max(72, widthOfTitle(state.key) + 30, ...rows.map(({ text }) => widthOfRow(text) + 30));

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
    text: shorten(text, maxText),
    transition: transition.id,
  }));

const startName = '•start';
const anyName = '•any';

type Level = { state: StateDefinition; parts: Map<string, Part>; arrows: LevelArrow[] };

function graphOf({ state, parts, arrows }: Level, direction: 'TB' | 'LR'): Graph {
  const graph = new Graph({ multigraph: true, directed: true });
  graph.setGraph({ rankdir: direction, nodesep: 26, ranksep: 34, edgesep: 14 });
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
    const width = Math.max(...linesOf(bundled).map(({ text }) => widthOfRow(text))) + 12;
    const height = bundled.length * rowHeight + 2;
    const label = { width, height, labelpos: 'c' as const, weight: 1 };
    graph.setEdge(first.from || anyName, first.to, label, name);
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

function arrowsOf(graph: Graph, bundles: Map<string, LevelArrow[]>, container: string): Arrow[] {
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
      id: `${container} ${name}`,
      kind: bundled ? 'transition' : 'start',
      points,
      label: bundled ? { x: x ?? 0, y: y ?? 0, width: width ?? 0, lines } : null,
    };
  });
}

function placeStates(level: Level): Inside {
  const graphs = [graphOf(level, 'TB'), graphOf(level, 'LR')] as const;
  const graph = costOf(graphs[0]) <= costOf(graphs[1]) ? graphs[0] : graphs[1];
  const inside: Inside = {
    ...sizeOf(graph),
    boxes: [],
    arrows: arrowsOf(graph, bundle(level.arrows), level.state.id),
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

function drawState(
  state: StateDefinition,
  tree: ChartTree,
  depth: number,
  isRegion: boolean,
): Part {
  const rows = rowsOf(state, tree);
  const head = headOf(rows);
  const inside = drawInside(state, tree, depth);
  const width = Math.max(widthOfHead(state, rows), inside ? inside.width + padding * 2 : 0);
  const height = head + (inside ? inside.height + padding : 0);
  const { id, key: title, type } = state;
  const box: Box = { id, title, type, x: 0, y: 0, width, height, rows, depth, isRegion };
  if (!inside) return { width, height, boxes: [box], arrows: [] };
  const { boxes, arrows } = moved(inside, (width - inside.width) / 2, head);
  return { width, height, boxes: [box, ...boxes], arrows };
}

function drawInside(state: StateDefinition, tree: ChartTree, depth: number): Inside | null {
  if (state.states.length === 0) return null;
  const isParallel = state.type === 'parallel';
  const parts = new Map(
    state.states.map((child) => [child.key, drawState(child, tree, depth + 1, isParallel)]),
  );
  if (isParallel) return placeRegions([...parts.values()]);
  return placeStates({ state, parts, arrows: tree.arrows.get(state.id) ?? [] });
}

const drawn = new Map<string, Drawing>();

/** Laid out by dagre, level by level; the same chart is laid out once. */
export function drawChart(chart: ChartDefinition): Drawing {
  const known = drawn.get(chart.fingerprint);
  if (known) return known;
  const { width, height, boxes, arrows } = drawState(chart.root, buildTree(chart), 0, false);
  const drawing = { width, height, boxes, arrows };
  drawn.set(chart.fingerprint, drawing);
  return drawing;
}
