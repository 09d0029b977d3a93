import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The part of a snapshot that decides which states a transition exits. */
export type Place = {
  _nodes: readonly AnyStateNode[];
  historyValue?: Readonly<Record<string, readonly AnyStateNode[]>>;
};

/*
 * Playwright sends the source text of the two functions below to pages, so each function may use
 * only its parameters.
 */

/** The states of a chart before its first microstep. */
export const startOf = (machine: AnyStateMachine): Place => {
  const within = (node: AnyStateNode): AnyStateNode[] => {
    const first = node.type === 'compound' ? node.initial?.target[0] : undefined;
    const regions = node.type === 'parallel' ? (Object.values(node.states) as AnyStateNode[]) : [];
    return [node, ...(first ? [first] : regions).flatMap(within)];
  };
  return { _nodes: within(machine.root) };
};

/**
 * Returns the transitions that a microstep applied. xstate reports every transition that the
 * regions of a parallel state selected. If two of them exit the same state, it applies only the
 * inner one, or the first if none is inner.
 * @param before the snapshot in which they were selected
 */
export const appliedOf = (
  selected: readonly AnyTransitionDefinition[],
  before: Place,
): readonly AnyTransitionDefinition[] => {
  if (selected.length < 2) return selected;
  const isBelow = (node: AnyStateNode, ancestor: AnyStateNode | undefined): boolean => {
    if (!ancestor) return true;
    for (let at = node.parent; at; at = at.parent) if (at === ancestor) return true;
    return false;
  };
  const targetsOf = ({ target }: AnyTransitionDefinition): readonly AnyStateNode[] =>
    (target ?? []).flatMap((node) => before.historyValue?.[node.id] ?? [node]);
  const domainOf = (one: AnyTransitionDefinition): AnyStateNode | undefined => {
    const { source, reenter } = one;
    const targets = targetsOf(one);
    if (!reenter && targets.every((node) => node === source || isBelow(node, source)))
      return source;
    for (let at = targets[0]?.parent; at; at = at.parent) {
      const ancestor = at;
      if ([...targets, source].every((node) => isBelow(node, ancestor))) return ancestor;
    }
    return reenter ? undefined : source.machine.root;
  };
  const leaves = (one: AnyTransitionDefinition): ReadonlySet<AnyStateNode> => {
    if (!one.target?.length) return new Set();
    const domain = domainOf(one);
    const left = before._nodes.filter((node) => isBelow(node, domain));
    return new Set(one.reenter && one.source === domain ? [one.source, ...left] : left);
  };
  let kept: { one: AnyTransitionDefinition; left: ReadonlySet<AnyStateNode> }[] = [];
  for (const one of selected) {
    const left = leaves(one);
    const rivals = kept.filter((other) => [...left].some((node) => other.left.has(node)));
    if (!rivals.every((rival) => isBelow(one.source, rival.one.source))) continue;
    kept = [...kept.filter((other) => !rivals.includes(other)), { one, left }];
  }
  return kept.map(({ one }) => one);
};
