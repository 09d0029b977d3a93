import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { candidatesOf, identify, targetIdsOf } from './transition-id.ts';

export type StateDefinition = {
  id: string;
  key: string;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /**
   * key of the child state that is entered first, or null if the state has no child states to
   * choose from
   */
  initial: string | null;
  /** what the visitor sees in this state, from `meta.view` */
  view: string | null;
  entry: string[];
  exit: string[];
  invokes: { id: string; src: string }[];
  tags: string[];
  states: StateDefinition[];
};

export type TransitionDefinition = {
  id: string;
  source: string;
  /** event type, or '' for an `always` transition */
  event: string;
  targets: string[];
  guard: string | null;
  actions: string[];
};

/** A chart as plain data, so that an inspector in another tab can draw it. */
export type ChartDefinition = {
  id: string;
  /** hash that changes with any state, transition, guard name or action name */
  fingerprint: string;
  root: StateDefinition;
  transitions: TransitionDefinition[];
};

const hasText = (value: unknown): value is string => typeof value === 'string' && value !== '';

type Named = { guards?: unknown; type?: unknown; name?: unknown };

/**
 * Returns the name of a guard or action in any form: 'name', {type: 'name'}, and(…), or an inline
 * function.
 */
export function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if ((typeof part !== 'object' && typeof part !== 'function') || part === null) return 'inline';
  const { guards, type, name } = part as Named;
  if (Array.isArray(guards)) {
    return `${hasText(name) ? name : 'all'}(${guards.map(nameOf).join(', ')})`;
  }
  if (hasText(type)) return type;
  return hasText(name) ? name : 'inline';
}

/**
 * True if the chart itself defines the action. XState also lists the timers of `after` among the
 * entry and exit actions.
 */
const isOwnAction = (name: string) => name !== 'xstate.raise' && name !== 'xstate.cancel';

const ownActions = (actions: readonly unknown[]) => actions.map(nameOf).filter(isOwnAction);

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(hasText);

const childrenOf = (node: AnyStateNode) => Object.values(node.states) as AnyStateNode[];

function defineState(node: AnyStateNode): StateDefinition {
  return {
    id: node.id,
    key: node.key,
    type: node.type,
    initial: node.type === 'compound' ? (node.initial?.target?.[0]?.key ?? null) : null,
    view: textsOf(node.meta?.view)[0] ?? null,
    entry: ownActions(node.entry),
    exit: ownActions(node.exit),
    invokes: node.invoke.map(({ id, src }) => ({ id, src: hasText(src) ? src : 'inline' })),
    tags: [...node.tags],
    states: childrenOf(node).map(defineState),
  };
}

const transitionsFrom = (node: AnyStateNode): TransitionDefinition[] => [
  ...candidatesOf(node).flatMap(([event, list]) =>
    list.map((definition, index) => ({
      id: identify(node, event, index, definition),
      source: node.id,
      event,
      targets: targetIdsOf(definition),
      guard: definition.guard === undefined ? null : nameOf(definition.guard),
      actions: definition.actions.map(nameOf),
    })),
  ),
  ...childrenOf(node).flatMap(transitionsFrom),
];

/**
 * Returns an FNV-1a hash, which is short and equal in every browser. It distinguishes builds and is
 * not meant for security.
 */
function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

export function defineChart(machine: AnyStateMachine): ChartDefinition {
  const root = defineState(machine.root);
  const transitions = transitionsFrom(machine.root);
  const fingerprint = fingerprintOf(JSON.stringify([root, transitions]));
  return { id: machine.id, fingerprint, root, transitions };
}
