import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

export type ChartTransition = {
  /**
   * the same on every walk, for machines made by `provide`, and in recordings of other page loads
   */
  id: string;
  source: string;
  /** event type; '' for `always` */
  event: string;
  targets: string[];
  guard: string | null;
  actions: string[];
};

export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] => {
  const below = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states as Record<string, AnyStateNode>).flatMap(below),
  ];
  return below(machine.root);
};

const systemIds = new WeakMap<AnyStateMachine, ReadonlySet<string>>();

/** The systemIds of the charts that a chart invokes. */
export const ownSystemIds = (machine: AnyStateMachine): ReadonlySet<string> => {
  const known = systemIds.get(machine);
  if (known) return known;
  const own = new Set(
    nodesOf(machine).flatMap((node) => node.invoke.flatMap((one) => one.systemId ?? [])),
  );
  systemIds.set(machine, own);
  return own;
};

/** The transitions that a state considers for each event, in the order of evaluation. */
const candidateLists = (node: AnyStateNode): [string, AnyTransitionDefinition[]][] => [
  ...[...node.transitions].map(([event, list]): [string, AnyTransitionDefinition[]] => [
    event,
    list,
  ]),
  ...(node.always ? [['', node.always] as [string, AnyTransitionDefinition[]]] : []),
];

/** The transitions that begin in a state, in the order of evaluation. */
export const definitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] =>
  candidateLists(node).flatMap(([, list]) => list);

const targetIds = (definition: AnyTransitionDefinition): string[] =>
  (definition.target ?? []).map((node) => node.id);

const identify = (
  node: AnyStateNode,
  event: string,
  index: number,
  definition: AnyTransitionDefinition,
): string => {
  const targets = targetIds(definition);
  const kind = definition.reenter ? ' ⟲' : '';
  return `${node.id} | ${event || 'always'} | ${index} | ${targets.join(' ') || '-'}${kind}`;
};

/** The id of a transition in a microstep. Undefined for the start of the chart. */
export const transitionId = (definition: AnyTransitionDefinition): string | undefined => {
  if (!known.has(definition)) known.set(definition, find(definition));
  return known.get(definition);
};

const known = new WeakMap<AnyTransitionDefinition, string | undefined>();

const find = (definition: AnyTransitionDefinition): string | undefined => {
  const node = definition.source;
  for (const [event, list] of candidateLists(node)) {
    const index = list.indexOf(definition);
    if (index >= 0) return identify(node, event, index, definition);
  }
  return undefined;
};

const ownName = (part: object): string => {
  const name: unknown = Reflect.get(part, 'type') ?? Reflect.get(part, 'name');
  return typeof name === 'string' && name !== '' ? name : 'inline';
};

/** The name of a guard or action in any form: 'name', {type: 'name'}, not('name'), inline. */
export const nameOf = (part: unknown): string => {
  if (typeof part === 'string') return part;
  if (typeof part !== 'function' && (typeof part !== 'object' || part === null)) return 'inline';
  const inner: unknown = Reflect.get(part, 'guards');
  return Array.isArray(inner) ? `${ownName(part)}(${inner.map(nameOf).join(', ')})` : ownName(part);
};

const valueWords = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(valueWords).join(' ')
    : String(value);

/** The name with its fixed parameters, such as isPhase(succeeded). */
export const labelOf = (part: unknown): string => {
  const inner: unknown = typeof part === 'function' && Reflect.get(part, 'guards');
  if (Array.isArray(inner)) return `${ownName(part as object)}(${inner.map(labelOf).join(', ')})`;
  const params: unknown = part !== null && typeof part === 'object' && Reflect.get(part, 'params');
  if (typeof params !== 'object' || params === null) return nameOf(part);
  return `${nameOf(part)}(${Object.values(params).map(valueWords).join(', ')})`;
};

export const transitionsOf = (machine: AnyStateMachine): ChartTransition[] =>
  nodesOf(machine).flatMap((node) =>
    candidateLists(node).flatMap(([event, list]) =>
      list.map((definition, index) => ({
        id: identify(node, event, index, definition),
        source: node.id,
        event,
        targets: targetIds(definition),
        guard: definition.guard === undefined ? null : labelOf(definition.guard),
        actions: definition.actions.map(labelOf),
      })),
    ),
  );

const matches = (descriptor: string, event: string): boolean =>
  descriptor === event ||
  descriptor === '*' ||
  (descriptor.endsWith('.*') && event.startsWith(descriptor.slice(0, -1)));

export const hears = (nodes: readonly AnyStateNode[], event: string): boolean =>
  nodes.some((node) => [...node.transitions.keys()].some((key) => matches(key, event)));

const isWithin = (node: AnyStateNode, ancestor: AnyStateNode): boolean => {
  for (let at: AnyStateNode | undefined = node; at; at = at.parent)
    if (at === ancestor) return true;
  return false;
};

/**
 * The transitions whose guards rejected the event. If an inner state takes it, the guards of outer
 * states are not evaluated.
 */
export const refusedBy = (
  active: readonly AnyStateNode[],
  event: string,
  taken: readonly AnyTransitionDefinition[],
): string[] =>
  active.flatMap((node) => {
    const list = node.transitions.get(event) ?? [];
    const own = list.findIndex((candidate) => taken.includes(candidate));
    if (own < 0 && taken.some((definition) => isWithin(definition.source, node))) return [];
    const asked = own < 0 ? list : list.slice(0, own);
    return asked.flatMap((candidate, index) =>
      candidate.guard === undefined ? [] : [identify(node, event, index, candidate)],
    );
  });
