import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import { definitionsOf, labelOf, nodesOf, transitionId } from '../transitions.ts';
import { conditionOf } from './condition.ts';
import { drawingsOf, eventWords } from './drawing.ts';
import { effectsOf, inputText } from './effects.ts';
import { wrapped } from './lines.ts';
import type { Observed, Taken } from './observed.ts';
import { fieldsText } from './values.ts';

const head = (chart: string): string[] => [
  `<!-- Written from the chart by \`npm run paths -- --accept ${chart}\`: change the chart instead. -->`,
  `# The ${chart} chart`,
  '',
];

const nameOfState = ({ path, machine }: AnyStateNode): string =>
  path.join('.') || `(${machine.id})`;

const isLeaf = ({ type }: AnyStateNode): boolean => type === 'atomic' || type === 'final';

const lawsOf = ({ laws = {} }: ChartDescriptor): string[] =>
  Object.keys(laws).length === 0
    ? []
    : ['## Laws', '', ...Object.keys(laws).flatMap((law) => wrapped(`- ${law}`, '  ')), ''];

type Subject = { machine: AnyStateMachine; observed: Observed };

const takenIn = ({ taken, joint }: Observed, id: string): readonly Taken[] =>
  taken.get(id) ?? joint.get(id) ?? [];

const eventOf = ({ observed }: Subject, { eventType, source }: AnyTransitionDefinition): string => {
  const delay = eventType.match(/^xstate\.after\.(.+)$/)?.[1]?.replace(`.${source.id}`, '');
  if (delay === undefined) return eventWords(eventType, source.id);
  const seen = [...(observed.delays.get(eventType) ?? [])].sort((a, b) => a - b).join(', ');
  return /^\d+$/.test(delay) ? `after ${delay} ms` : `after ${seen} ms (${delay})`;
};

const guardOf = (
  { machine, observed }: Subject,
  { guard }: AnyTransitionDefinition,
  id: string,
  taken: readonly Taken[],
): string => {
  if (guard === undefined) return '';
  const condition = conditionOf(guard, machine, taken, observed.refused.get(id) ?? []);
  return ` [${labelOf(guard)}${condition === '' ? '' : `: ${condition}`}]`;
};

const targetOf = ({ target, reenter }: AnyTransitionDefinition): string => {
  const names = (target ?? []).map(nameOfState).join(' + ');
  return `${names || 'stays'}${reenter ? ' (entered again)' : ''}`;
};

const transitionLine = (subject: Subject, one: AnyTransitionDefinition): string => {
  const id = transitionId(one) ?? '';
  const taken = takenIn(subject.observed, id);
  const parts = [
    `${eventOf(subject, one)}${guardOf(subject, one, id, taken)} → ${targetOf(one)}`,
    ...(one.actions.length > 0 ? [one.actions.map(labelOf).join(', ')] : []),
    ...(taken.length > 0 ? effectsOf(taken) : ['never taken']),
  ];
  return parts.join(' | ');
};

const firstOf = (node: AnyStateNode): string =>
  node.type === 'compound'
    ? ` begins in ${node.initial.target.map(({ key }: AnyStateNode) => key).join(' + ')}`
    : '';

/** xstate's own actions, which start and cancel timers, are omitted. */
const ownLabels = (actions: readonly unknown[]): string =>
  actions
    .map(labelOf)
    .filter((label) => !label.startsWith('xstate.'))
    .join(', ');

const does = (when: string, actions: readonly unknown[]): string[] => {
  const labels = ownLabels(actions);
  return labels === '' ? [] : [`${when}: ${labels}`];
};

const inside = (node: AnyStateNode, { observed }: Subject): string[] => [
  ...does('on entry', node.entry),
  ...does('on exit', node.exit),
  ...asked(node, observed),
];

/** The actors that a state invokes, with their inputs. */
const asked = (node: AnyStateNode, { inputs }: Observed): string[] => {
  const calls = node.invoke.map(({ id, src }) => {
    const name = typeof src === 'string' && src !== id ? `${src} as ${id}` : id;
    return `${name}${inputText(id, inputs.get(id) ?? [])}`;
  });
  return calls.length === 0 ? [] : [`asks ${calls.join(', ')}`];
};

const indented = (line: string): string[] => wrapped(`  ${line}`, '      ');

const titleOf = (node: AnyStateNode): string => {
  const view: unknown = node.meta?.view;
  const name = `${nameOfState(node)}${firstOf(node)}`;
  return typeof view === 'string' ? `${name}: ${view}` : name;
};

const groupOf = (node: AnyStateNode, subject: Subject): string[] => {
  const own = inside(node, subject).join(' | ');
  const lines = [
    ...(own === '' ? [] : [own]),
    ...definitionsOf(node).map((one) => transitionLine(subject, one)),
  ];
  const title = wrapped(titleOf(node), '      ');
  if (lines.length > 0) return ['', ...title, ...lines.flatMap(indented)];
  if (!node.parent) return ['', ...title];
  return isLeaf(node) || firstOf(node) !== '' ? title : [];
};

const startsOf = ({ observed: { starts } }: Subject): string[] => {
  const samples = starts.map(({ start, move }) => ({
    value: move.world.snapshot.context as unknown,
    sources: { input: start.input },
  }));
  const keys = [...new Set(samples.flatMap(({ value }) => Object.keys(value as object)))].sort();
  const lines = starts.map(({ start, move }) => {
    const { snapshot } = move.world;
    const leaves = snapshot._nodes.filter(isLeaf).map(nameOfState);
    const event = { type: 'xstate.init', input: start.input };
    const { context, _nodes } = snapshot;
    const effects = effectsOf([{ context, _nodes, event, after: snapshot, actions: move.actions }]);
    return [`${start.says || 'start'} → ${leaves.join(' + ')}`, ...effects].join(' | ');
  });
  return [
    'start',
    ...[`context: ${fieldsText(keys, samples) || 'empty'}`, ...lines].flatMap(indented),
  ];
};

/** Writes `x.chart.md`: a drawing, the laws, and each state with its view and its transitions. */
export const chartPage = (chart: string, model: ChartDescriptor, observed: Observed): string => {
  const machine = model.machine;
  const subject = { machine, observed };
  return [
    ...head(chart),
    ...drawingsOf(machine).flatMap((drawing) => ['```mermaid', drawing, '```', '']),
    ...lawsOf(model),
    '## States and transitions',
    '',
    '```text',
    ...startsOf(subject),
    ...nodesOf(machine).flatMap((node) => groupOf(node, subject)),
    '```',
    '',
  ].join('\n');
};
