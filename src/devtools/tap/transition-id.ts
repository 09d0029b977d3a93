import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/**
 * Returns the possible transitions of a state by event type, in the order in which they are tried.
 * The event type '' stands for `always`.
 */
export function candidatesOf(node: AnyStateNode): [event: string, AnyTransitionDefinition[]][] {
  const lists: [string, AnyTransitionDefinition[]][] = [...node.transitions];
  return node.always ? [...lists, ['', node.always]] : lists;
}

export const targetIdsOf = (definition: AnyTransitionDefinition): string[] =>
  (definition.target ?? []).map((node) => node.id);

/**
 * Returns the id of a transition. The path kit uses the same ids (workshop/paths/transitions.ts),
 * so that coverage can be exchanged.
 */
export function identify(
  node: AnyStateNode,
  event: string,
  index: number,
  definition: AnyTransitionDefinition,
): string {
  const targets = targetIdsOf(definition).join(' ') || '-';
  const kind = definition.reenter ? ' ⟲' : '';
  return `${node.id} | ${event || 'always'} | ${index} | ${targets}${kind}`;
}

const known = new WeakMap<AnyTransitionDefinition, string>();

function find(definition: AnyTransitionDefinition): string {
  for (const [event, list] of candidatesOf(definition.source)) {
    const index = list.indexOf(definition);
    if (index >= 0) return identify(definition.source, event, index, definition);
  }
  return '';
}

/**
 * Returns the id of a transition that XState reported, or '' if the transition belongs to no state.
 */
export function transitionId(definition: AnyTransitionDefinition): string {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const id = find(definition);
  known.set(definition, id);
  return id;
}
