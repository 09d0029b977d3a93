import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { type Exploration, explore } from './explore.ts';
import { faultOf } from './fault.ts';
import { nameOf, nodesOf, transitionsOf } from './transitions.ts';

const partsOf = (guard: unknown): unknown[] => {
  if (typeof guard !== 'object' && typeof guard !== 'function') return [guard];
  const inner: unknown = guard === null ? undefined : Reflect.get(guard, 'guards');
  return Array.isArray(inner) ? inner.flatMap(partsOf) : [guard];
};

const definitionsOf = (node: AnyStateNode) => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

const isNamed = (part: unknown): boolean => typeof part !== 'function';

/**
 * Names without an implementation. xstate ignores a missing action and reports other missing parts
 * late.
 */
const missingNames = (chart: string, machine: AnyStateMachine): string[] => {
  const { actions, guards, actors, delays } = machine.implementations;
  const lacks = (known: object, part: unknown): boolean =>
    isNamed(part) && !(nameOf(part) in known);
  return nodesOf(machine).flatMap((node) => {
    const definitions = definitionsOf(node);
    const says = (kind: string, part: unknown): string =>
      `${chart}: the state ${node.id} names the ${kind} “${nameOf(part)}”, which has no body`;
    const done = [...node.entry, ...node.exit, ...definitions.flatMap((one) => one.actions)];
    const asked = definitions.flatMap((one) => (one.guard === undefined ? [] : partsOf(one.guard)));
    const waited = Object.keys(node.config.after ?? {}).filter((key) => Number.isNaN(Number(key)));
    return [
      ...done.filter((part) => lacks(actions, part)).map((part) => says('action', part)),
      ...asked.filter((part) => lacks(guards, part)).map((part) => says('guard', part)),
      ...node.invoke
        .filter((one) => !(nameOf(one.src) in actors))
        .map((one) => says('actor', one.src)),
      ...waited.filter((key) => !(key in delays)).map((key) => says('delay', key)),
    ];
  });
};

type InvokeConfig = { id?: string; src: unknown; onError?: unknown };

const invokeConfigs = (node: AnyStateNode): InvokeConfig[] => {
  const { invoke } = node.config;
  if (invoke === undefined) return [];
  return (Array.isArray(invoke) ? invoke : [invoke]) as InvokeConfig[];
};

const bareInvokes = (chart: string, machine: AnyStateMachine): string[] =>
  nodesOf(machine).flatMap((node) =>
    invokeConfigs(node).flatMap(({ id, src, onError }) => {
      const what = `${chart}: the actor ${nameOf(src)} of ${node.id}`;
      return [
        ...(id === undefined ? [`${what} has no id`] : []),
        ...(onError === undefined
          ? [`${what} has no onError: its failure would stop the chart`]
          : []),
      ];
    }),
  );

const matches = (descriptor: string, event: string): boolean =>
  descriptor === event || (descriptor.endsWith('*') && event.startsWith(descriptor.slice(0, -1)));

const ownEvents = (machine: AnyStateMachine): string[] => [
  ...new Set(transitionsOf(machine).map((transition) => transition.event)),
];

/** Names in the descriptor that do not exist in the chart. */
const strangers = (chart: string, model: ChartDescriptor): string[] => {
  const { machine } = model;
  const heard = ownEvents(machine).filter((event) => event !== '');
  const invoked = new Set(nodesOf(machine).flatMap((node) => node.invoke.map((one) => one.id)));
  const spawned = new Set(Object.keys(machine.implementations.actors));
  const named = [...Object.keys(model.people ?? {}), ...Object.keys(model.charts ?? {})];
  const isHeard = (event: string): boolean => heard.some((one) => matches(one, event));
  return [
    ...named
      .filter((event) => !isHeard(event))
      .map(
        (event) => `${chart}: its descriptor names the event “${event}”, which no state handles`,
      ),
    ...Object.keys(model.actors ?? {})
      .filter((id) => !invoked.has(id) && !spawned.has(id.replace(/\.\d+$/, '')))
      .map((id) => `${chart}: its descriptor names the actor “${id}”, which no state invokes`),
  ];
};

const enteredIn = (exploration: Exploration): Set<string> => {
  const edges = exploration.situations.flatMap((situation) => situation.edges);
  const taken = new Set([
    ...exploration.beginnings.flatMap((beginning) => beginning.taken),
    ...edges.flatMap((edge) => edge.taken),
  ]);
  const targets = transitionsOf(exploration.machine).filter((one) => taken.has(one.id));
  const direct = exploration.situations.flatMap(({ world }) => world.snapshot._nodes);
  const passed = targets.flatMap((one) => [one.source, ...one.targets]);
  const ids = new Set([...direct.map((node) => node.id), ...passed]);
  for (const node of nodesOf(exploration.machine)) {
    // A transient state counts as reached if it is a target. An active state counts together with
    // its parents.
    if (!ids.has(node.id)) continue;
    for (let at: AnyStateNode | undefined = node; at; at = at.parent) ids.add(at.id);
  }
  return ids;
};

/** States and transitions that no explored step has reached. */
const unreached = (exploration: Exploration): string[] => {
  const { chart, machine } = exploration;
  const entered = enteredIn(exploration);
  const taken = new Set([
    ...exploration.beginnings.flatMap((beginning) => beginning.taken),
    ...exploration.situations.flatMap((one) => one.edges.flatMap((edge) => edge.taken)),
  ]);
  const dead = transitionsOf(machine).filter(({ id }) => !taken.has(id));
  return [
    ...nodesOf(machine)
      .filter((node) => node.type !== 'history' && !entered.has(node.id))
      .map((node) => `${chart}: the state ${node.id} cannot be reached`),
    ...dead.map(({ id }) => `${chart}: the transition “${id}” is never taken`),
  ];
};

/**
 * The reasons why a chart's paths are unreliable: faults of its descriptor, and steps that throw.
 */
export const brokenPaths = ({ chart, model, faults }: Exploration): string[] => [
  ...strangers(chart, model),
  ...faults,
];

/** Problems that are found without exploring the chart. */
const stillWrong = (chart: string, model: ChartDescriptor): string[] => [
  ...(model.machine.id === chart ? [] : [`${chart}: its machine is called “${model.machine.id}”`]),
  ...missingNames(chart, model.machine),
  ...bareInvokes(chart, model.machine),
  ...strangers(chart, model),
];

/** Every problem of a partly explored chart. Each transition should be taken in it. */
export const lintPart = (exploration: Exploration): string[] => {
  const { chart, model, faults } = exploration;
  const seen = faults.length > 0 ? faults : unreached(exploration);
  return [...stillWrong(chart, model), ...seen];
};

/**
 * Returns every problem of a chart or its descriptor. Each sentence names the place.
 * @param explored the whole exploration, if it exists already
 */
export const lintChart = (
  chart: string,
  model: ChartDescriptor,
  explored?: Exploration,
): string[] => {
  try {
    const exploration = explored ?? explore(chart, model);
    const { complete, faults, situations } = exploration;
    if (complete || faults.length > 0) return lintPart(exploration);
    const tooMany = `${chart}: more than ${situations.length} situations; narrow its descriptor`;
    return [...stillWrong(chart, model), tooMany];
  } catch (thrown) {
    return [...stillWrong(chart, model), `${chart}: it cannot start: ${faultOf(thrown)}`];
  }
};
