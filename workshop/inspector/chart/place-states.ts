import { Graph, layout } from '@dagrejs/dagre';
import type { StateDefinition } from '../../../src/devtools/tap/chart-definition.ts';
import type { LevelArrow } from './chart-tree.ts';
import type { Arrow, ArrowLine, Box, Point } from './drawing.ts';
import { type Detail, moved, type Part } from './part.ts';
import { rowHeight, shorten, widthOfRow } from './text-size.ts';

const maxLabel = 34;

/** Groups transitions by source and target; each group shares an arrow. */
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

/** Prefers the shape of a screen, then the smaller size. */
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

/** Lays states out as a graph, and chooses the layout closest to the shape of a page. */
export function placeStates(level: Level): Part {
  const graphs = ways.map((way) => graphOf(level, way));
  const graph = graphs.reduce((best, one) => (costOf(one) < costOf(best) ? one : best));
  const inside: Part = {
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

/** The start of transitions from the containing state, that is, from any state in it. */
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
