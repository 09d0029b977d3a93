import type { StateDefinition } from '../../../src/devtools/tap/chart-definition.ts';
import type { ChartTree } from './chart-tree.ts';
import type { Row } from './drawing.ts';
import { type Detail, padding } from './part.ts';
import { rowHeight, shorten, titleHeight, widthOfRow, widthOfTitle } from './text-size.ts';

const maxText = 46;

type NewRow = Omit<Row, 'id' | 'x' | 'y'>;

const row = (kind: Row['kind'], text: string, transition: string | null = null): NewRow => ({
  kind,
  text: shorten(text, maxText),
  transition,
});

export function rowsOf(state: StateDefinition, tree: ChartTree): NewRow[] {
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

/** Arranges a state's lines, in columns if the state is wide. */
export function placeRows(rows: readonly NewRow[], width: number): { rows: Row[]; height: number } {
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

export const widthOfHead = (state: StateDefinition, rows: readonly NewRow[], detail: Detail) =>
  Math.max(
    72,
    widthOfTitle(state.key, detail) + 30,
    ...rows.map(({ text }) => widthOfRow(text) + 30),
  );
