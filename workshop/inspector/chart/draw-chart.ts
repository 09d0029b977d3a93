import type {
  ChartDefinition,
  StateDefinition,
} from '../../../src/devtools/tap/chart-definition.ts';
import { buildTree, type ChartTree } from './chart-tree.ts';
import type { Box, Drawing } from './drawing.ts';
import { type Detail, moved, type Part, padding, placeRegions } from './part.ts';
import { placeStates } from './place-states.ts';
import { placeRows, rowsOf, widthOfHead } from './state-rows.ts';

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

function drawInside(state: StateDefinition, chart: Chart, depth: number): Part | null {
  if (state.states.length === 0) return null;
  const at = { depth: depth + 1, isRegion: state.type === 'parallel' };
  const parts = new Map(state.states.map((child) => [child.key, drawState(child, chart, at)]));
  if (at.isRegion) return placeRegions([...parts.values()]);
  const arrows = chart.tree.arrows.get(state.id) ?? [];
  return placeStates({ state, parts, arrows, detail: chart.detail });
}

const drawn = new Map<string, Drawing>();

/** Lays out a chart level by level with dagre. The layout of each chart is cached. */
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
