import { type Edge, type Exploration, type Situation, type Start, stepsTo } from './explore.ts';
import { type Path, type PathStep, replay } from './path.ts';
import type { Step } from './step.ts';

/**
 * `transitions` covers every transition, every rejection by a guard, and every sample of a
 * visitor's step with each transition that it can cause. `effects` also covers each transition once
 * for every set of context fields that it changes, which suits quick walks.
 */
export type Depth = 'transitions' | 'effects';

type Happening = Pick<PathStep, 'step' | 'taken' | 'refused' | 'changed'>;

type GoalsOf = (happening: Happening) => string[];

type GoalsOfEdge = (edge: Edge) => string[];

const goalsAt =
  (depth: Depth, { byPeople }: Pick<Limits, 'byPeople'>): GoalsOf =>
  ({ step, taken, refused, changed }) => [
    ...taken,
    ...(byPeople(step) ? taken.map((id) => `${id} by ${step.says}`) : []),
    ...(depth === 'effects' ? taken.map((id) => `${id} changes ${changed.join(' ')}`) : []),
    ...refused.map((id) => `not ${id}`),
  ];

/** Caches the goals of edges, because each search reads the goals of thousands of edges. */
const remembered = (goalsOf: GoalsOf): GoalsOfEdge => {
  const known = new Map<Edge, string[]>();
  return (edge) => {
    const before = known.get(edge);
    if (before) return before;
    const goals = goalsOf(edge);
    known.set(edge, goals);
    return goals;
  };
};

/** The edges of a found path, up to and including the given edge. */
export const wayBack = (cameBy: ReadonlyMap<Situation, Edge | null>, last: Edge): Edge[] => {
  const way = [last];
  for (let edge = cameBy.get(last.from); edge; edge = cameBy.get(edge.from)) way.unshift(edge);
  return way;
};

/** Returns the shortest path from any of the situations to an edge with a new goal. */
const nearest = (
  from: readonly Situation[],
  open: ReadonlySet<string>,
  goalsOf: GoalsOfEdge,
): Edge[] | undefined => {
  const cameBy = new Map<Situation, Edge | null>(from.map((situation) => [situation, null]));
  const queue = [...from];
  for (let at = queue.shift(); at; at = queue.shift()) {
    for (const edge of at.edges) {
      if (goalsOf(edge).some((goal) => open.has(goal))) return wayBack(cameBy, edge);
      if (cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  return undefined;
};

type Plan = { start: Start; steps: Step[] };

type Limits = {
  /** approximate number of steps of a path */
  longest: number;
  /** true for steps that follow immediately; no path ends before such a step */
  byItself: (step: Step) => boolean;
  /** true for a visitor's steps; each of their samples is a goal */
  byPeople: (step: Step) => boolean;
};

/** True for steps that the descriptor attributes to people. */
export const isByPeople = (step: Step): boolean => step.kind === 'event' && step.by === 'people';

const usual: Limits = { longest: 16, byItself: () => false, byPeople: isByPeople };

/**
 * Walks from a start to the nearest new goal again and again, until the next goal is too far away.
 */
const plan = (
  { beginnings }: Exploration,
  open: Set<string>,
  goalsOf: GoalsOfEdge,
  { longest, byItself }: Pick<Limits, 'longest' | 'byItself'>,
): Plan | undefined => {
  const situations = beginnings.map(({ situation }) => situation);
  let way = nearest(situations, open, goalsOf);
  const begun = beginnings.find(({ situation }) => situation === way?.[0]?.from);
  if (!way || !begun) return undefined;
  const edges: Edge[] = [];
  while (way) {
    edges.push(...way);
    for (const goal of way.flatMap(goalsOf)) open.delete(goal);
    const end = edges.at(-1)?.to;
    way = end && nearest([end], open, goalsOf);
    if (way && edges.length + way.length > longest) break;
  }
  edges.push(...settling(edges.at(-1), byItself));
  for (const goal of edges.flatMap(goalsOf)) open.delete(goal);
  return { start: begun.start, steps: edges.map((edge) => edge.step) };
};

const settling = (last: Edge | undefined, byItself: Limits['byItself']): Edge[] => {
  const way: Edge[] = [];
  const next = (edge: Edge | undefined) =>
    edge?.to.edges.find((one) => byItself(one.step) && !way.includes(one));
  for (let edge = next(last); edge; edge = next(edge)) way.push(edge);
  return way;
};

const planThrough = (edge: Edge, { byItself }: Pick<Limits, 'byItself'>): Plan => {
  const { start, steps } = stepsTo(edge.from);
  return {
    start,
    steps: [...steps, edge.step, ...settling(edge, byItself).map((one) => one.step)],
  };
};

/** Makes a path for each start that no other path contains. */
const unusedStarts = ({ beginnings }: Exploration, paths: readonly Path[]): Plan[] =>
  beginnings
    .filter(({ start }) => !paths.some((path) => path.start === start))
    .map(({ start }) => ({ start, steps: [] }));

/** A small set of paths that together reach every goal. */
export const cover = (
  exploration: Exploration,
  depth: Depth = 'transitions',
  given: Partial<Limits> = {},
): Path[] => {
  const limits = { ...usual, ...given };
  const goalsOf = goalsAt(depth, limits);
  const goalsOfEdge = remembered(goalsOf);
  const edges = exploration.situations.flatMap((situation) => situation.edges);
  const open = new Set(edges.flatMap(goalsOfEdge));
  for (const { taken } of exploration.beginnings) for (const id of taken) open.delete(id);
  const paths: Path[] = [];
  const reached = new Set<string>();
  const add = ({ start, steps }: Plan): void => {
    const path = replay(exploration, start, steps);
    for (const goal of [...path.taken, ...path.steps.flatMap(goalsOf)]) reached.add(goal);
    paths.push(path);
  };
  const next = () => plan(exploration, open, goalsOfEdge, limits);
  for (let planned = next(); planned; planned = next()) add(planned);
  for (const unused of unusedStarts(exploration, paths)) add(unused);
  // in situations that are equal for the guards, a step may still have different effects
  for (const edge of edges) {
    if (goalsOfEdge(edge).some((goal) => !reached.has(goal))) add(planThrough(edge, limits));
  }
  return paths;
};
