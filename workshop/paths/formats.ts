import type { AnyStateMachine } from 'xstate';
import type { Path, PathStep } from './path.ts';
import { nodesOf } from './transitions.ts';
import { driverName } from './walker.ts';

/** The paths of a chart, to be printed in one of the formats. */
export type PathList = { chart: string; machine: AnyStateMachine; paths: readonly Path[] };

export const formats = ['text', 'json', 'mermaid', 'markdown'] as const;

export type Format = (typeof formats)[number];

const short = (chart: string, ids: readonly string[]): string =>
  ids.map((id) => id.replace(`${chart}.`, '')).join(' + ');

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

/** True for an event that the chart refuses. A tester then has to check that nothing happens. */
const isNo = ({ taken, refused }: PathStep): boolean => taken.length === 0 && refused.length > 0;

const asText = ({ chart, paths }: PathList, withSteps: boolean): string => {
  const lines = paths.flatMap((path, index) => [
    `  ${index + 1}. ${path.title}`,
    ...(withSteps
      ? path.steps.map(
          (planned) =>
            `       ${planned.step.says}${isNo(planned) ? ' — refused' : ''} → ${short(chart, planned.expected.leaves)}`,
        )
      : []),
  ]);
  return [`${chart}: ${counted(paths.length, 'path')}`, ...lines, ''].join('\n');
};

const asJson = ({ chart, paths }: PathList): unknown => ({
  chart,
  paths: paths.map(({ title, start, expected, steps }) => ({
    title,
    start: start.says,
    states: expected.leaves,
    steps: steps.map((planned) => ({
      says: planned.step.says,
      kind: planned.step.kind,
      driver: driverName(planned.step),
      states: planned.expected.leaves,
      transitions: planned.taken,
      refused: planned.refused,
    })),
  })),
});

const viewsOf = (machine: AnyStateMachine): ReadonlyMap<string, string> =>
  new Map(
    nodesOf(machine).flatMap((node) => {
      const view: unknown = node.meta?.view;
      return typeof view === 'string' ? [[node.id, view] as const] : [];
    }),
  );

/** A test sheet: instructions with the expected observations. */
const asMarkdown = ({ chart, machine, paths }: PathList): string => {
  const views = viewsOf(machine);
  const seen = (leaves: readonly string[]): string =>
    leaves.map((leaf) => views.get(leaf) ?? short(chart, [leaf])).join('; ');
  const sheets = paths.flatMap((path, index) => [
    `### ${chart} ${index + 1}: ${path.title}`,
    '',
    `Begin: ${path.start.says || 'as it starts'}. Seen: ${seen(path.expected.leaves)}.`,
    '',
    ...path.steps.map(
      (planned) =>
        `- [ ] ${planned.step.says}${isNo(planned) ? ' (nothing happens)' : ''} → ${seen(planned.expected.leaves)}`,
    ),
    '',
  ]);
  return [`## ${chart}`, '', ...sheets].join('\n');
};

const quoted = (text: string): string => `"${text.replaceAll('"', "'")}"`;

/** One row of states per path. */
const asMermaid = ({ chart, paths }: PathList): string => {
  const rows = paths.flatMap((path, index) => {
    const name = `p${index + 1}`;
    const nodes = [path.expected, ...path.steps.map(({ expected }) => expected)].map(
      ({ leaves }, at) => `    ${name}_${at}[${quoted(short(chart, leaves))}]`,
    );
    const edges = path.steps.map(
      ({ step }, at) => `    ${name}_${at} -->|${quoted(step.says)}| ${name}_${at + 1}`,
    );
    const title = quoted(`${index + 1}. ${path.title}`);
    return [`  subgraph ${name} [${title}]`, '    direction LR', ...nodes, ...edges, '  end'];
  });
  return [`%% ${chart}`, 'flowchart TB', ...rows, ''].join('\n');
};

export const format = (lists: readonly PathList[], as: Format): string => {
  const withSteps = lists.length === 1;
  switch (as) {
    case 'text':
      return lists.map((list) => asText(list, withSteps)).join('\n');
    case 'json':
      return JSON.stringify(lists.map(asJson), null, 2);
    case 'markdown':
      return lists.map(asMarkdown).join('\n');
    case 'mermaid':
      return lists.map(asMermaid).join('\n');
  }
};
