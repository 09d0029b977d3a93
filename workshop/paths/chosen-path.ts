import { fail } from '../../tools/cli/bad-call.ts';
import { type Edge, type Exploration, type Situation, stepsTo } from './explore.ts';
import { type Path, replay } from './path.ts';
import { nodesOf } from './transitions.ts';
import { driverName } from './walker.ts';

const listed = (names: Iterable<string>): string => [...new Set(names)].sort().join(', ');

const stateName = (chart: string, id: string): string => id.replace(`${chart}.`, '');

/** The shortest path to a state, written as `choosing.offered` or `studio.choosing.offered`. */
export const pathTo = (exploration: Exploration, wanted: string): Path => {
  const { chart, machine, situations } = exploration;
  const ids = nodesOf(machine).map(({ id }) => id);
  const id = ids.find((one) => one === wanted || stateName(chart, one) === wanted);
  if (id === undefined) {
    const names = ids.slice(1).map((one) => stateName(chart, one));
    return fail(`The chart “${chart}” has no state “${wanted}”; there are ${listed(names)}`);
  }
  // the first match is the nearest, because situations are visited breadth first
  const found = situations.find(({ world }) =>
    world.snapshot._nodes.some((node) => node.id === id),
  );
  if (!found) return fail(`No path of the chart “${chart}” leads to “${wanted}”`);
  const { start, steps } = stepsTo(found);
  return replay(exploration, start, steps);
};

/** Splits a list of step names. Commas inside brackets belong to a name. */
export const namesOfSteps = (given: string): string[] =>
  given
    .split(/,(?![^()]*\))/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * True for the full name of a step, and for the name without its sample, which matches every
 * sample.
 */
const isMeant = (name: string, { step }: Edge): boolean =>
  step.says === name || driverName(step) === name;

/** The edges that continue the given situations by the wanted step; one edge to each situation. */
const followers = (from: readonly Situation[], name: string): Edge[] => {
  const reached = new Set<Situation>();
  return from
    .flatMap(({ edges }) => edges.filter((edge) => isMeant(name, edge)))
    .filter(({ to }) => !reached.has(to) && reached.add(to));
};

/** The path of exactly these steps, such as `toast.requested (an error)` or `toast.requested`. */
export const pathOfSteps = (exploration: Exploration, names: readonly string[]): Path => {
  const { chart, beginnings } = exploration;
  const layers: Edge[][] = [];
  let at = beginnings.map(({ situation }) => situation);
  for (const [index, name] of names.entries()) {
    const edges = followers(at, name);
    if (edges.length === 0) {
      const possible = at.flatMap((situation) => situation.edges.map(({ step }) => step.says));
      const before = index === 0 ? 'At the start' : `After ${names.slice(0, index).join(', ')}`;
      return fail(`${before}, “${name}” is not possible; possible are ${listed(possible)}`);
    }
    layers.push(edges);
    at = edges.map(({ to }) => to);
  }
  const way: Edge[] = [];
  for (const edges of layers.toReversed()) {
    const next = way[0];
    const edge = next ? edges.find(({ to }) => to === next.from) : edges[0];
    if (edge) way.unshift(edge);
  }
  const begun = beginnings.find(({ situation }) => situation === way[0]?.from) ?? beginnings[0];
  if (!begun) return fail(`The chart “${chart}” has no start`);
  return replay(
    exploration,
    begun.start,
    way.map(({ step }) => step),
  );
};
