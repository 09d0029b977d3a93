import type { AnyStateMachine } from 'xstate';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { diagramOf, eventWords } from './diagram.ts';
import type { Talk } from './talk.ts';
import { type ChartTransition, nodesOf, transitionsOf } from './transitions.ts';

const made =
  '<!-- Made by scripts/write-machine-docs.ts from the chart: change the chart instead. -->';

const cell = (text: string): string => text.replaceAll('|', '\\|') || '–';

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? ['None.'] : [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)];

const short = (chart: string, id: string): string =>
  id === chart ? `(${chart})` : id.replace(`${chart}.`, '');

const transitionRow = (chart: string, one: ChartTransition): string[] => [
  short(chart, one.source),
  eventWords(one.event, one.source),
  one.guard ?? '',
  one.targets.map((id) => short(chart, id)).join(', '),
  one.actions.join(', '),
];

const states = (chart: string, machine: AnyStateMachine): string[][] =>
  nodesOf(machine)
    .filter((node) => node.type === 'atomic' || node.type === 'final')
    .map((node) => {
      const view: unknown = node.meta?.view;
      return [short(chart, node.id), typeof view === 'string' ? view : ''];
    });

const actorsOf = (chart: string, machine: AnyStateMachine): string[][] =>
  nodesOf(machine).flatMap((node) =>
    node.invoke.map(({ id, src }) => [id, String(src), short(chart, node.id)]),
  );

const lawsOf = ({ laws = {} }: ChartDescriptor): string[] =>
  Object.keys(laws).length === 0
    ? []
    : ['## Laws', '', ...Object.keys(laws).map((sentence) => `- ${sentence}`), ''];

/** docs/machines/<chart>.md */
export const chartPage = (chart: string, model: ChartDescriptor, talk: readonly Talk[]): string => {
  const { machine } = model;
  const transitions = transitionsOf(machine);
  const tells = talk.filter(({ from }) => from === chart);
  const hears = talk.filter(({ to }) => to === chart);
  return [
    made,
    `# The ${chart} chart`,
    '',
    '```mermaid',
    diagramOf(machine),
    '```',
    '',
    '## States',
    '',
    ...table(['state', 'what is seen'], states(chart, machine)),
    '',
    ...lawsOf(model),
    `## Transitions (${transitions.length})`,
    '',
    ...table(
      ['in', 'on', 'if', 'to', 'does'],
      transitions.map((one) => transitionRow(chart, one)),
    ),
    '',
    '## Actors it starts',
    '',
    ...table(['id', 'actor', 'in'], actorsOf(chart, machine)),
    '',
    '## Whom it tells',
    '',
    ...table(
      ['chart', 'event'],
      tells.map(({ to, event }) => [to, event]),
    ),
    '',
    '## Who tells it',
    '',
    ...table(
      ['chart', 'event'],
      hears.map(({ from, event }) => [from, event]),
    ),
    '',
  ].join('\n');
};

const arrows = (talk: readonly Talk[]): string[] => {
  const pairs = new Map<string, string[]>();
  for (const { from, to, event } of talk) {
    const key = `${from} -->|`;
    pairs.set(`${key}${to}`, [...(pairs.get(`${key}${to}`) ?? []), event]);
  }
  return [...pairs].map(([ends, events]) => {
    const [from, to] = ends.split(' -->|');
    return `  ${from} -->|"${events.join('<br>')}"| ${to}`;
  });
};

/** docs/machines/README.md */
export const overviewPage = (
  charts: Readonly<Record<string, ChartDescriptor>>,
  talk: readonly Talk[],
): string => {
  const rows = Object.entries(charts).map(([chart, { machine }]) => {
    const leaves = nodesOf(machine).filter(({ type }) => type === 'atomic' || type === 'final');
    const count = transitionsOf(machine).length;
    return [`[${chart}](${chart}.md)`, String(leaves.length), String(count)];
  });
  return [
    made,
    '# The charts',
    '',
    'What happens is decided here; everything else obeys. `npm run paths` lists the ways through',
    'them, `npm run paths -- --run` walks them.',
    '',
    ...table(['chart', 'states', 'transitions'], rows),
    '',
    '## Who talks to whom',
    '',
    'Measured on all paths, not read from the source.',
    '',
    '```mermaid',
    'flowchart LR',
    ...arrows(talk),
    '```',
    '',
    ...table(
      ['from', 'to', 'event'],
      talk.map(({ from, to, event }) => [from, to, event]),
    ),
    '',
  ].join('\n');
};
