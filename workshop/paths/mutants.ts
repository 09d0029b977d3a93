import { type AnyStateMachine, type AnyStateNode, not } from 'xstate';
import { alteredSource } from './altered.ts';
import { rebuild } from './rebuild.ts';
import { nodesOf } from './transitions.ts';

/*
 * Changes to the config of a chart that its paths must detect. Only the objects that contain the
 * change are copied.
 */
export type Mutant = { chart: string; says: string; machine: AnyStateMachine };

type Config = Record<string, unknown>;
type Place = (string | number)[];
type Change = { says: string; place: Place; value: unknown };

const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const put = (into: unknown, [key, ...rest]: Place, value: unknown): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(into)) {
    const copy = [...into];
    if (rest.length === 0 && value === undefined) copy.splice(Number(key), 1);
    else copy[Number(key)] = put(copy[Number(key)], rest, value);
    return copy;
  }
  const copy: Config = { ...(into as Config) };
  if (rest.length === 0 && value === undefined) delete copy[key];
  else copy[key] = put(copy[key], rest, value);
  return copy;
};

const listed = (value: unknown, place: Place): [unknown, Place][] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [[value, place]];
  return value.map((item, index) => [item, [...place, index]]);
};

const name = (part: unknown): string => {
  if (typeof part === 'string') return part;
  const type: unknown = part && Reflect.get(part as object, 'type');
  return typeof type === 'string' ? type : 'inline';
};

/** Changes the parameters of an action or a guard. */
const paramChanges = (where: string, part: unknown, place: Place): Change[] => {
  const params = isConfig(part) ? part.params : undefined;
  if (params === undefined) return [];
  const says = `${where}: other params of ${name(part)}`;
  return [{ says, place: [...place, 'params'], value: alteredSource(params) }];
};

const actionChanges = (where: string, config: Config, key: string, place: Place): Change[] =>
  listed(config[key], [...place, key]).flatMap(([action, at]) => {
    const kind = key === 'actions' ? '' : `${key} `;
    const says = `${where}: without the ${kind}action ${name(action)}`;
    return [{ says, place: at, value: undefined }, ...paramChanges(where, action, at)];
  });

const inputChanges = (where: string, config: Config, place: Place): Change[] =>
  listed(config.invoke, [...place, 'invoke']).flatMap(([invoke, at]) => {
    const { input, id } = invoke as Config;
    if (input === undefined) return [];
    const says = `${where}: another input of ${String(id)}`;
    return [{ says, place: [...at, 'input'], value: alteredSource(input) }];
  });

const resolve = (machine: AnyStateMachine, path: string[], target: string) => {
  const nodes = nodesOf(machine);
  const find = (id: string): AnyStateNode | undefined => nodes.find((node) => node.id === id);
  if (target.startsWith('#')) return find(target.slice(1));
  const from = target.startsWith('.') ? path : path.slice(0, -1);
  const keys = [...from, ...target.split('.').filter((key) => key !== '')];
  return nodes.find((node) => node.path.join('.') === keys.join('.'));
};

/** Replaces a target by the next sibling state. The chart can then still be built. */
const swapped = (machine: AnyStateMachine, path: string[], target: string): string | undefined => {
  const node = resolve(machine, path, target);
  if (!node?.parent || node.parent.type === 'parallel') return undefined;
  const siblings = Object.values(node.parent.states as Record<string, AnyStateNode>);
  const others = siblings.filter((one) => one !== node && one.type !== 'history');
  const other = others.find((one) => one.order > node.order) ?? others[0];
  return other && `#${other.id}`;
};

const targetChanges = (
  machine: AnyStateMachine,
  path: string[],
  where: string,
  target: unknown,
  place: Place,
): Change[] => {
  if (typeof target !== 'string') return [];
  const other = swapped(machine, path, target);
  return other ? [{ says: `${where}: to ${other} instead of ${target}`, place, value: other }] : [];
};

const transitionChanges = (
  machine: AnyStateMachine,
  path: string[],
  event: string,
  [transition, place]: [unknown, Place],
): Change[] => {
  const where = `${[machine.id, ...path].join('.')} on ${event}`;
  const dropped: Change = { says: `${where}: dropped ${place.at(-1)}`, place, value: undefined };
  if (typeof transition === 'string') {
    return [dropped, ...targetChanges(machine, path, where, transition, place)];
  }
  if (!isConfig(transition)) return [dropped];
  const { guard, target } = transition;
  const at: Place = [...place, 'guard'];
  const guards: Change[] =
    guard === undefined
      ? []
      : [
          { says: `${where}: without the guard ${name(guard)}`, place: at, value: undefined },
          { says: `${where}: not ${name(guard)}`, place: at, value: not(guard as string) },
          ...paramChanges(where, guard, at),
        ];
  return [
    dropped,
    ...guards,
    ...targetChanges(machine, path, where, target, [...place, 'target']),
    ...actionChanges(where, transition, 'actions', place),
  ];
};

const eventLists = (config: Config, place: Place): [string, unknown, Place][] => {
  const inRecord = (key: string): [string, unknown, Place][] =>
    Object.entries((config[key] ?? {}) as Config).map(([event, value]) => [
      key === 'after' ? `after ${event}` : event,
      value,
      [...place, key, event],
    ]);
  const invokes = listed(config.invoke, [...place, 'invoke']).flatMap(([invoke, at]) =>
    ['onDone', 'onError', 'onSnapshot'].map((key): [string, unknown, Place] => [
      `${key} of ${String((invoke as Config).id)}`,
      (invoke as Config)[key],
      [...at, key],
    ]),
  );
  return [
    ...inRecord('on'),
    ...inRecord('after'),
    ['always', config.always, [...place, 'always']],
    ['onDone', config.onDone, [...place, 'onDone']],
    ...invokes,
  ];
};

const changesIn = (
  machine: AnyStateMachine,
  config: Config,
  path: string[],
  place: Place,
): Change[] => {
  const where = [machine.id, ...path].join('.');
  const own = eventLists(config, place).flatMap(([event, value, at]) =>
    listed(value, at).flatMap((one) => transitionChanges(machine, path, event, one)),
  );
  const below = Object.entries((config.states ?? {}) as Record<string, Config>);
  return [
    ...own,
    ...actionChanges(where, config, 'entry', place),
    ...actionChanges(where, config, 'exit', place),
    ...inputChanges(where, config, place),
    ...below.flatMap(([key, child]) =>
      changesIn(machine, child, [...path, key], [...place, 'states', key]),
    ),
  ];
};

type Plan = { says: string; build: () => AnyStateMachine };

const longerDelays = (machine: AnyStateMachine): Plan[] =>
  Object.entries(machine.implementations.delays).map(([delay, body]) => ({
    says: `${machine.id}: another delay ${delay}`,
    build: () => rebuild(machine).provide({ delays: { [delay]: alteredSource(body) as never } }),
  }));

const plansOf = (machine: AnyStateMachine): Plan[] => {
  const config = machine.config as Config;
  const changed = changesIn(machine, config, [], []).map(({ says, place, value }) => ({
    says,
    build: () => rebuild(machine, put(config, place, value) as object),
  }));
  return [...changed, ...longerDelays(machine)];
};

/** Every possible single change. */
export const mutantsOf = (chart: string, machine: AnyStateMachine): Mutant[] =>
  plansOf(machine).map(({ says, build }) => ({ chart, says, machine: build() }));

/** The first mutant with these words. */
export const mutantCalled = (machine: AnyStateMachine, words: string) =>
  plansOf(machine)
    .find(({ says }) => says === words)
    ?.build();
