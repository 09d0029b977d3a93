import type { AnyStateMachine } from 'xstate';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { faultOf } from './fault.ts';
import { breadthFirst, type Frontier, spread } from './frontier.ts';
import { aliveIn, legalSteps } from './legal-steps.ts';
import { text } from './plain.ts';
import { withStandIns } from './stand-in.ts';
import type { Step } from './step.ts';
import { begin, changedFields, type Move, move, type World } from './world.ts';

export type Start = { says: string; input: unknown };

export type Edge = {
  from: Situation;
  to: Situation;
  step: Step;
  taken: string[];
  refused: string[];
  /** changed context fields, calculated only on demand, because few callers read them */
  readonly changed: string[];
};

/** All worlds in which the chart decides the same, and one path to them. */
export type Situation = {
  world: World;
  edges: Edge[];
  reached: { start: Start } | { edge: Edge };
};

type Beginning = { start: Start; situation: Situation; taken: string[] };

export type Exploration = {
  chart: string;
  model: ChartDescriptor;
  machine: AnyStateMachine;
  beginnings: Beginning[];
  situations: Situation[];
  /** true if everything within the bounds was visited */
  complete: boolean;
  /** one sentence for each step at which the chart threw or stopped with an error */
  faults: string[];
};

const situationKey = (model: ChartDescriptor, world: World): string => {
  const { snapshot } = world;
  const timers = world.timers.toSorted((a, b) => a.due - b.due).map((timer) => timer.id);
  const history = Object.entries(snapshot.historyValue ?? {}).map(([id, nodes]) => [
    id,
    nodes.map((node) => node.id),
  ]);
  const { status, value, context } = snapshot;
  return text([status, value, model.reads(context), aliveIn(world), timers, history]);
};

const startsOf = (model: ChartDescriptor): Start[] => {
  const inputs = Object.entries(model.inputs ?? {});
  if (inputs.length === 0) return [{ says: '', input: undefined }];
  return inputs.map(([says, input]) => ({ says, input }));
};

/** The target is set to the source until it is known. */
function edgeOf(from: Situation, step: Step, { world, taken, refused }: Move): Edge {
  const [before, now] = [from.world.snapshot.context, world.snapshot.context];
  let changed: string[] | undefined;
  return {
    from,
    to: from,
    step,
    taken,
    refused,
    get changed() {
      changed ??= changedFields(before, now);
      return changed;
    },
  };
}

/** The steps of the first path found to a situation, which is the shortest path. */
export const stepsTo = (situation: Situation): { start: Start; steps: Step[] } => {
  const steps: Step[] = [];
  let at = situation;
  while ('edge' in at.reached) {
    steps.unshift(at.reached.edge.step);
    at = at.reached.edge.from;
  }
  return { start: at.reached.start, steps };
};

/** Describes the path to a situation in words. */
export const after = (situation: Situation): string => {
  const { steps } = stepsTo(situation);
  return steps.length === 0 ? 'at the start' : `after ${steps.map((step) => step.says).join(', ')}`;
};

const defaultBound = 20_000;

/** Returns false for a step that other charts make impossible in this world. */
export type Allows = (step: Step, world: World) => boolean;

/** Called for every start and for every step from every situation. */
export type Watch = {
  started: (start: Start, move: Move) => void;
  moved: (from: Situation, step: Step, move: Move) => void;
};

type Extent = {
  frontier: Frontier<Situation>;
  isEnough: (visited: number, known: number) => boolean;
};

const search = (
  chart: string,
  model: ChartDescriptor,
  allows: Allows,
  watch: Watch | undefined,
  { frontier, isEnough }: Extent,
): Exploration => {
  const machine = withStandIns(model.machine);
  const known = new Map<string, Situation>();
  const faults: string[] = [];
  const meet = (world: World, reached: Situation['reached']): Situation => {
    const key = situationKey(model, world);
    const met = known.get(key);
    if (met) return met;
    const situation: Situation = { world, edges: [], reached };
    known.set(key, situation);
    frontier.push(situation);
    return situation;
  };
  const stepsIn = (situation: Situation): Step[] => {
    try {
      return legalSteps(model, situation.world);
    } catch (thrown) {
      faults.push(`${chart}: its descriptor fails ${after(situation)}: ${faultOf(thrown)}`);
      return [];
    }
  };
  const tried = (at: Situation, step: Step): Move | undefined => {
    try {
      return move(machine, at.world, step);
    } catch (thrown) {
      faults.push(`${chart}: ${step.says} ${after(at)} throws: ${faultOf(thrown)}`);
      return undefined;
    }
  };
  const beginnings = startsOf(model).map((start): Beginning => {
    const first = begin(machine, start.input);
    watch?.started(start, first);
    return { start, situation: meet(first.world, { start }), taken: first.taken };
  });
  let visited = 0;
  for (let at = frontier.shift(); at; at = frontier.shift()) {
    for (const step of stepsIn(at)) {
      if (!allows(step, at.world)) continue;
      const moved = tried(at, step);
      if (!moved) continue;
      const { world, taken, refused } = moved;
      if (taken.length === 0 && refused.length === 0 && step.kind !== 'time') continue;
      watch?.moved(at, step, moved);
      const edge = edgeOf(at, step, moved);
      edge.to = meet(world, { edge });
      at.edges.push(edge);
    }
    visited += 1;
    if (isEnough(visited, known.size)) break;
  }
  const situations = [...known.values()];
  for (const situation of situations) {
    const { status, error } = situation.world.snapshot;
    if (status === 'error') faults.push(`${chart}: stops ${after(situation)}: ${faultOf(error)}`);
  }
  return { chart, model, machine, beginnings, situations, complete: frontier.isEmpty(), faults };
};

/** Visits every situation of a chart breadth first, within the bounds of its descriptor. */
export const explore = (
  chart: string,
  model: ChartDescriptor,
  allows: Allows = () => true,
  watch?: Watch,
): Exploration => {
  const bound = model.bounds?.situations ?? defaultBound;
  const isEnough = (_: number, known: number): boolean => known >= bound;
  return search(chart, model, allows, watch, { frontier: breadthFirst(), isEnough });
};

/*
 * On 26 November 2026 the last transition was taken from situation 1018, in the chart `app`. A
 * breadth-first search needs 3100 situations.
 */
const quickBound = 1500;

/** Visits enough situations of all states to take every transition. */
export const exploreQuickly = (
  chart: string,
  model: ChartDescriptor,
  watch?: Watch,
  bound = quickBound,
): Exploration =>
  search(chart, model, () => true, watch, {
    frontier: spread(),
    isEnough: (visited) => visited >= bound,
  });
