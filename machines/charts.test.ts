import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
  createMachine,
  fromPromise,
  StateMachine,
} from 'xstate';
import { appMachine } from './app/app.machine.ts';
import { childIds, childOf, dialogKinds, loadDialogChart } from './app/children.derived.ts';
import { sampleOrder } from './testing/sample-prices.ts';
import { wish } from './testing/samples.ts';

/** An input that contains every field that any chart requires. */
const input = {
  path: '/',
  messages: null,
  recordId: '1',
  ids: ['1'],
  from: 'photo',
  wish,
  order: sampleOrder(),
};

/** Names of actors that actions spawn, by chart. No state invokes these actors. */
const spawned: Record<string, readonly string[]> = {
  run: ['recordWatch'],
  dialogs: ['dialog'],
  records: ['recordWatch'],
  runs: ['run'],
};

/** Returns a chart, and all charts that this chart starts. */
const chartsFrom = (machine: AnyStateMachine): AnyStateMachine[] => [
  machine,
  ...Object.values(machine.implementations.actors)
    .filter((actor): actor is AnyStateMachine => actor instanceof StateMachine)
    .flatMap(chartsFrom),
];

const dialogCharts = await Promise.all(dialogKinds.map(loadDialogChart));

const charts = [...new Set([appMachine, ...dialogCharts].flatMap(chartsFrom))];

it('finds the charts of the table', () => {
  const machines = childIds
    .map((id) => childOf(id).machine)
    .filter((machine) => machine instanceof StateMachine);
  expect(charts).toEqual(expect.arrayContaining(machines));
});

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];

const transitionsOf = (node: AnyStateNode) => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

const targetsOf = (node: AnyStateNode): AnyStateNode[] =>
  transitionsOf(node).flatMap((transition) => transition.target ?? []);

/**
 * Returns all states that can be entered. Entering a state also enters its ancestors and its
 * initial or parallel children.
 */
const reachableFrom = (root: AnyStateNode): Set<AnyStateNode> => {
  const reached = new Set<AnyStateNode>();
  const enter = (node: AnyStateNode | undefined): void => {
    if (!node || reached.has(node)) return;
    reached.add(node);
    enter(node.parent);
    if (node.type === 'parallel') for (const child of Object.values(node.states)) enter(child);
    if (node.type === 'compound') for (const child of node.initial.target) enter(child);
    for (const target of targetsOf(node)) enter(target);
  };
  enter(root);
  return reached;
};

const isWithin = (node: AnyStateNode | undefined, outer: AnyStateNode): boolean =>
  node !== undefined && (node === outer || isWithin(node.parent, outer));

const regionsAround = (node: AnyStateNode): AnyStateNode[] => {
  if (!node.parent) return [];
  const around = regionsAround(node.parent);
  return node.parent.type === 'parallel' ? [node, ...around] : around;
};

/** Returns the names of the actions, guards, actors or delays that the configuration uses. */
const namesIn = (value: unknown, key: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name !== key) return namesIn(inner, key);
    const named = Array.isArray(inner) ? inner : [inner];
    return named.flatMap((one) =>
      typeof one === 'string' ? [one] : typeof one?.type === 'string' ? [one.type] : [],
    );
  });
};

const idle = fromPromise(() => new Promise<never>(() => {}));

const withIdleActors = (machine: AnyStateMachine): AnyStateMachine => {
  const names = Object.keys(machine.implementations.actors);
  return machine.provide({ actors: Object.fromEntries(names.map((name) => [name, idle])) });
};

describe.each(charts.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  const nodes = nodesOf(machine.root);

  it('starts', () => {
    const parent = createActor(createMachine({})).start();
    const actor = createActor(withIdleActors(machine), { input, parent }).start();
    expect(actor.getSnapshot().status).toBe('active');
    parent.stop();
  });

  it('has a starting state in every compound state', () => {
    const compound = nodes.filter((node) => node.type === 'compound');
    expect(compound.filter((node) => node.initial.target.length === 0)).toEqual([]);
  });

  it('can reach every state', () => {
    const reached = reachableFrom(machine.root);
    expect(nodes.filter((node) => !reached.has(node)).map((node) => node.id)).toEqual([]);
  });

  it.each(['actions', 'guards', 'actors', 'delays'] as const)(
    'has an implementation for all its %s',
    (kind) => {
      const keys = {
        actions: ['actions', 'entry', 'exit'],
        guards: ['guard'],
        actors: ['src'],
        delays: [],
      }[kind];
      const used = keys.flatMap((key) => namesIn(machine.config, key));
      if (kind === 'delays') {
        used.push(...nodes.flatMap((node) => node.after.map(({ delay }) => String(delay))));
      }
      const known = Object.keys(machine.implementations[kind]);
      expect(used.filter((name) => !known.includes(name))).toEqual([]);
    },
  );

  it('uses every implementation that it provides', () => {
    const used = ['actions', 'entry', 'exit', 'guard', 'src'].flatMap((key) =>
      namesIn(machine.config, key),
    );
    used.push(...(spawned[machine.id] ?? []));
    const { actions, guards, actors } = machine.implementations;
    const known = [actions, guards, actors].flatMap(Object.keys);
    expect(known.filter((name) => !used.includes(name))).toEqual([]);
  });

  it('gives every invoked actor an id and handles its failure', () => {
    const invoked = nodes.flatMap((node) =>
      node.invoke.map((one) => ({ ...one, handles: node.transitions })),
    );
    const careless = invoked.filter(
      ({ id, handles }) => /^\d+\./.test(id) || !handles.has(`xstate.error.actor.${id}`),
    );
    expect(careless.map(({ id }) => id)).toEqual([]);
  });

  it('describes for every leaf state what a visitor sees', () => {
    const leaves = nodes.filter((node) => node.type === 'atomic' || node.type === 'final');
    expect(leaves.filter((node) => !node.meta?.view).map((node) => node.id)).toEqual([]);
  });

  it('has no actions in transient states', () => {
    const routers = nodes.filter((node) => node.always?.some(({ guard }) => !guard));
    const acting = routers.filter(
      ({ entry, exit, always = [] }) =>
        entry.length + exit.length + always.flatMap(({ actions }) => actions).length > 0,
    );
    expect(acting.map(({ id }) => id)).toEqual([]);
  });

  it('leaves a region of a parallel state only from the outside', () => {
    const leaving = nodes.flatMap((node) =>
      targetsOf(node)
        .filter((target) => regionsAround(node).some((region) => !isWithin(target, region)))
        .map((target) => `${node.id} → ${target.id}`),
    );
    expect(leaving).toEqual([]);
  });

  it('stops an endless loop', () => {
    expect(machine.options.maxIterations).toBeLessThanOrEqual(1000);
  });
});

const sources = import.meta.glob<string>(['./**/*.ts', '!./**/*.test.ts', '!./model/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('does not substitute an empty text for a missing one', () => {
  expect(Object.keys(sources)).toContain('./app/app.setup.ts');
  const careless = Object.entries(sources).filter(([, source]) => source.includes("?? ''"));
  expect(careless.map(([path]) => path)).toEqual([]);
});
