import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { nodesOf, transitionsOf } from '../transitions.ts';
import { maxLength } from './lines.ts';

/*
 * Writes a chart as a Mermaid flowchart, because Mermaid's state diagrams cannot draw an arrow
 * between states of different parents. Arrows end at leaves or start marks, because no layout draws
 * an arrow from a box to a node inside it.
 */
const idOf = (node: AnyStateNode | string): string =>
  (typeof node === 'string' ? node : node.id).replaceAll(/[^A-Za-z0-9]/g, '_');

const childrenOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states as Record<string, AnyStateNode>);

const isLeaf = (node: AnyStateNode): boolean => childrenOf(node).length === 0;

const leavesOf = (node: AnyStateNode): AnyStateNode[] =>
  isLeaf(node) ? [node] : childrenOf(node).flatMap(leavesOf);

const clean = (label: string): string => label.replaceAll('"', "'").replaceAll('#', '');

/** An event's short name: `after 3000`, `loadSetup done`. */
export const eventWords = (event: string, nodeId: string): string => {
  if (event === '') return 'always';
  if (event === `xstate.done.state.${nodeId}`) return 'all done';
  const after = event.match(/^xstate\.after\.(.+)$/)?.[1];
  if (after) return `after ${after.replace(`.${nodeId}`, '')}`;
  const [, kind, actor] = event.match(/^xstate\.(done|error)\.actor\.(.+)$/) ?? [];
  if (actor) return `${actor} ${kind === 'done' ? 'answers' : 'fails'}`;
  return event.startsWith('xstate.snapshot.') ? `${event.slice(16)} moves` : event;
};

const leafBox = (node: AnyStateNode): string =>
  `${idOf(node)}${node.type === 'final' ? `(["${node.key}"])` : `["${node.key}"]`}`;

/** Marks and leaves share lines, because they are short. */
const box = (node: AnyStateNode, owners: ReadonlySet<string>, indent: string): string[] => {
  if (isLeaf(node)) return [`${indent}${leafBox(node)}`];
  const inner = `${indent}  `;
  const id = idOf(node);
  const starts = node.type === 'parallel' ? childrenOf(node) : node.initial.target;
  const any = owners.has(node.id) ? [`${id}__any{{"in any of these"}}`] : [];
  const leaves = childrenOf(node).filter(isLeaf).map(leafBox);
  const first = starts.map((child: AnyStateNode) => `${id}__start --> ${entry(child)}`);
  return [
    `${indent}subgraph ${id}["${node.key}"]`,
    ...packed([`${id}__start((" "))`, ...any, ...leaves, ...first], inner),
    ...childrenOf(node)
      .filter((child) => !isLeaf(child))
      .flatMap((child) => box(child, owners, inner)),
    `${indent}end`,
  ];
};

const packed = (statements: readonly string[], indent: string): string[] => {
  const lines: string[] = [];
  for (const statement of statements) {
    const line = `${lines.at(-1) ?? ''}; ${statement}`;
    if (lines.length > 0 && line.length <= maxLength) lines.splice(-1, 1, line);
    else lines.push(`${indent}${statement}`);
  }
  return lines;
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

const longestLabel = 40;

const shortLabel = (label: string): string =>
  label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;

/** Writes as many labels as fit on the line. The page lists all transitions under the drawing. */
const labelText = (labels: readonly string[], room: number): string => {
  const distinct = [...new Set(labels.map(shortLabel))];
  let count = Math.min(3, distinct.length);
  const text = (): string => {
    const more = distinct.length - count;
    return [...distinct.slice(0, count), ...(more > 0 ? [`${more} more`] : [])].join('<br>');
  };
  while (count > 1 && text().length > room) count -= 1;
  return text();
};

const arrowLines = (labels: ReadonlyMap<string, readonly string[]>): string[] =>
  [...labels].map(([ends, words]) => {
    const [source = '', target = ''] = ends.split(' ');
    const room = maxLength - source.length - target.length - 14;
    return `${source} -->|"${labelText(words, room)}"| ${target}`;
  });

const arrowsOf = (machine: AnyStateMachine, root: AnyStateNode): string[] => {
  const nodes = nodesById(machine);
  const isInside = (id: string): boolean => id === root.id || id.startsWith(`${root.id}.`);
  const from = (id: string): string => {
    const node = nodes.get(id);
    return node && isLeaf(node) ? idOf(node) : `${idOf(id)}__any`;
  };
  const to = (id: string): string => {
    const node = nodes.get(id);
    return node ? entry(node) : idOf(id);
  };
  const labels = new Map<string, string[]>();
  for (const { source, event, guard, targets } of transitionsOf(machine)) {
    if (!isInside(source)) continue;
    const words = `${eventWords(event, source)}${guard ? ` [${guard}]` : ''}`;
    for (const target of targets.filter(isInside)) {
      const ends = `${from(source)} ${to(target)}`;
      labels.set(ends, [...(labels.get(ends) ?? []), clean(words)]);
    }
  }
  return arrowLines(labels);
};

const drawn = (machine: AnyStateMachine, root: AnyStateNode): string => {
  const arrows = arrowsOf(machine, root);
  const owners = new Set(
    nodesOf(machine)
      .map(({ id }) => id)
      .filter((id) => arrows.some((arrow) => arrow.startsWith(`${idOf(id)}__any `))),
  );
  return ['flowchart TB', ...box(root, owners, '  '), ...packed(arrows, '  ')].join('\n');
};

const maxStates = 20;
const maxArrows = 30;

const isReadable = (root: AnyStateNode, arrows: readonly string[]): boolean =>
  leavesOf(root).length <= maxStates && arrows.length > 0 && arrows.length <= maxArrows;

/** The parts of a chart as boxes without content. */
const overview = (machine: AnyStateMachine): string[] => {
  const partOf = (id: string): AnyStateNode | undefined =>
    childrenOf(machine.root).find((part) => id === part.id || id.startsWith(`${part.id}.`));
  const labels = new Map<string, string[]>();
  for (const { source, event, guard, targets } of transitionsOf(machine)) {
    const from = partOf(source);
    for (const target of targets) {
      const to = partOf(target);
      if (!from || !to || from === to) continue;
      const ends = `${idOf(from)} ${idOf(to)}`;
      const words = `${eventWords(event, source)}${guard ? ` [${guard}]` : ''}`;
      labels.set(ends, [...(labels.get(ends) ?? []), clean(words)]);
    }
  }
  if (labels.size === 0 || labels.size > maxArrows) return [];
  const boxes = packed(
    childrenOf(machine.root).map((part) => `${idOf(part)}["${part.key}"]`),
    '  ',
  );
  return [['flowchart TB', ...boxes, ...packed(arrowLines(labels), '  ')].join('\n')];
};

const partsOf = (machine: AnyStateMachine, root: AnyStateNode): string[] => {
  if (leavesOf(root).length < 2) return [];
  const arrows = arrowsOf(machine, root);
  if (isReadable(root, arrows)) return [drawn(machine, root)];
  return childrenOf(root).flatMap((part) => partsOf(machine, part));
};

/**
 * Draws the whole chart if that is readable, otherwise an overview and each readable part.
 * Transitions without a target are omitted.
 */
export const drawingsOf = (machine: AnyStateMachine): string[] => {
  const drawings = partsOf(machine, machine.root);
  return isReadable(machine.root, arrowsOf(machine, machine.root))
    ? drawings
    : [...overview(machine), ...drawings];
};
