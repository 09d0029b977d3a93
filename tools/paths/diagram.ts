import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { type ChartTransition, transitionsOf } from './transitions.ts';

/*
 * A chart as a Mermaid flowchart; Mermaid's state diagram cannot draw an arrow between states of
 * different parents. Every arrow ends at a leaf or at a parent's start mark, because no layout
 * draws an arrow from a box to a node inside it.
 */
const idOf = (node: AnyStateNode | string): string =>
  (typeof node === 'string' ? node : node.id).replaceAll(/[^A-Za-z0-9]/g, '_');

const childrenOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states as Record<string, AnyStateNode>);

const isLeaf = (node: AnyStateNode): boolean => childrenOf(node).length === 0;

const clean = (label: string): string => label.replaceAll('"', "'").replaceAll('#', '');

/** An event's type in short form: `after 3000`, `loadSetup done`. */
export const eventWords = (event: string, nodeId: string): string => {
  if (event === '') return 'always';
  if (event === `xstate.done.state.${nodeId}`) return 'all done';
  const after = event.match(/^xstate\.after\.(.+)$/)?.[1];
  if (after) return `after ${after.replace(`.${nodeId}`, '')}`;
  const [, kind, actor] = event.match(/^xstate\.(done|error)\.actor\.(.+)$/) ?? [];
  if (actor) return `${actor} ${kind === 'done' ? 'answers' : 'fails'}`;
  return event.startsWith('xstate.snapshot.') ? `${event.slice(16)} moves` : event;
};

const box = (node: AnyStateNode, owners: ReadonlySet<string>, indent: string): string[] => {
  if (isLeaf(node)) {
    const shape = node.type === 'final' ? `(["${node.key}"])` : `["${node.key}"]`;
    return [`${indent}${idOf(node)}${shape}`];
  }
  const inner = `${indent}  `;
  const starts = node.type === 'parallel' ? childrenOf(node) : node.initial.target;
  const any = owners.has(node.id) ? [`${inner}${idOf(node)}__any{{"in any of these"}}`] : [];
  return [
    `${indent}subgraph ${idOf(node)}["${node.key}"]`,
    `${inner}${idOf(node)}__start((" "))`,
    ...any,
    ...childrenOf(node).flatMap((child) => box(child, owners, inner)),
    ...starts.map((first: AnyStateNode) => `${inner}${idOf(node)}__start --> ${entry(first)}`),
    `${indent}end`,
  ];
};

const entry = (node: AnyStateNode): string => (isLeaf(node) ? idOf(node) : `${idOf(node)}__start`);

const nodesById = (machine: AnyStateMachine): Map<string, AnyStateNode> => {
  const known = new Map<string, AnyStateNode>();
  const add = (node: AnyStateNode): void => {
    known.set(node.id, node);
    for (const child of childrenOf(node)) add(child);
  };
  add(machine.root);
  return known;
};

const arrows = (machine: AnyStateMachine, transitions: readonly ChartTransition[]): string[] => {
  const nodes = nodesById(machine);
  const from = (id: string): string => {
    const node = nodes.get(id);
    return node && isLeaf(node) ? idOf(node) : `${idOf(id)}__any`;
  };
  const to = (id: string): string => {
    const node = nodes.get(id);
    return node ? entry(node) : idOf(id);
  };
  const labels = new Map<string, string[]>();
  for (const { source, event, guard, targets } of transitions) {
    const words = `${eventWords(event, source)}${guard ? ` [${guard}]` : ''}`;
    for (const target of targets.length > 0 ? targets : [source]) {
      const ends = `${from(source)}|${targets.length > 0 ? to(target) : from(source)}`;
      labels.set(ends, [...(labels.get(ends) ?? []), clean(words)]);
    }
  }
  return [...labels].map(([ends, words]) => {
    const [source, target] = ends.split('|');
    return `  ${source} -->|"${words.join('<br>')}"| ${target}`;
  });
};

export const diagramOf = (machine: AnyStateMachine): string => {
  const transitions = transitionsOf(machine);
  const owners = new Set(transitions.map((transition) => transition.source));
  return ['flowchart TB', ...box(machine.root, owners, '  '), ...arrows(machine, transitions)].join(
    '\n',
  );
};
