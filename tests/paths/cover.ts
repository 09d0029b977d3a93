import type { Edge, Exploration, Situation, Start } from './explore.ts';
import { plain } from './plain.ts';
import { type Step, sameStep } from './steps.ts';
import { begin, type Move, move } from './world.ts';

/** What must be true of the chart after a step. */
export type Expectation = {
  value: unknown;
  context: unknown;
  status: string;
  /** ids of the innermost states */
  leaves: string[];
};

export type PathStep = {
  step: Step;
  taken: string[];
  /** guarded transitions that say no to this step */
  refused: string[];
  expected: Expectation;
};

export type Path = {
  chart: string;
  title: string;
  start: Start;
  /** transitions of the start itself */
  taken: string[];
  expected: Expectation;
  steps: PathStep[];
};

export const expectationOf = (snapshot: Move['world']['snapshot']): Expectation => ({
  value: snapshot.value,
  context: plain(snapshot.context),
  status: snapshot.status,
  leaves: snapshot._nodes
    .filter((node) => node.type === 'atomic' || node.type === 'final')
    .map((node) => node.id)
    .sort(),
});

const short = (chart: string, leaves: readonly string[]): string =>
  leaves.map((leaf) => leaf.replace(`${chart}.`, '')).join(' + ');

const titleOf = (chart: string, start: Start, steps: readonly PathStep[], ends: string[]) => {
  const opening = start.says === '' ? '' : `started with ${start.says}: `;
  const names = steps.map(({ step }) => step.says);
  const told = (names.length > 6 ? [...names.slice(0, 3), '…', ...names.slice(-2)] : names).join(
    ', ',
  );
  return `${opening}${told || 'the start'} → ${short(chart, ends)}`;
};

/**
 * The path as the chart really takes it: samples, waits and contexts are worked out anew. It ends
 * early where a step is not possible after all.
 */
export const replay = (exploration: Exploration, start: Start, steps: readonly Step[]): Path => {
  const { machine, model, chart } = exploration;
  const first = begin(machine, start.input);
  let world = first.world;
  const done: PathStep[] = [];
  for (const wanted of steps) {
    const step = sameStep(model, world, wanted);
    if (!step) break;
    const { world: next, taken, refused } = move(machine, world, step);
    world = next;
    done.push({ step, taken, refused, expected: expectationOf(world.snapshot) });
  }
  const expected = expectationOf(first.world.snapshot);
  const ends = done.at(-1)?.expected.leaves ?? expected.leaves;
  const title = titleOf(chart, start, done, ends);
  return { chart, title, start, taken: first.taken, expected, steps: done };
};

/** A guard's no is as much part of a chart as its yes. */
const goalsOf = (edge: { taken: readonly string[]; refused: readonly string[] }): string[] => [
  ...edge.taken,
  ...edge.refused.map((id) => `not ${id}`),
];

const goalsOfPath = (path: Path): string[] => [...path.taken, ...path.steps.flatMap(goalsOf)];

/** The shortest way from one of the situations to an edge that has something new. */
const nearest = (from: readonly Situation[], open: ReadonlySet<string>): Edge[] | undefined => {
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

const wayBack = (cameBy: ReadonlyMap<Situation, Edge | null>, last: Edge): Edge[] => {
  const way = [last];
  for (let edge = cameBy.get(last.from); edge; edge = cameBy.get(edge.from)) way.unshift(edge);
  return way;
};

const longest = 16;

const collect = (
  exploration: Exploration,
  open: Set<string>,
): { start: Start; steps: Step[] } | undefined => {
  const first = nearest(
    exploration.beginnings.map(({ situation }) => situation),
    open,
  );
  if (!first) return undefined;
  const begun = exploration.beginnings.find(({ situation }) => situation === first[0]?.from);
  if (!begun) return undefined;
  const edges: Edge[] = [];
  for (let way: Edge[] | undefined = first; way && edges.length < longest; ) {
    edges.push(...way);
    for (const goal of way.flatMap(goalsOf)) open.delete(goal);
    const end = edges.at(-1)?.to;
    way = end && nearest([end], open);
    if (way && edges.length + way.length > longest) break;
  }
  return { start: begun.start, steps: edges.map((edge) => edge.step) };
};

/** Goals that are nobody's once paths have been replayed: situations that agreed did not. */
const missedBy = (exploration: Exploration, reached: ReadonlySet<string>): Edge[] => {
  const missed = new Map<string, Edge>();
  for (const edge of exploration.situations.flatMap((situation) => situation.edges)) {
    for (const goal of goalsOf(edge)) {
      if (!reached.has(goal) && !missed.has(goal)) missed.set(goal, edge);
    }
  }
  return [...new Set(missed.values())];
};

const stepsThrough = (edge: Edge): { start: Start; steps: Step[] } => {
  const steps = [edge.step];
  let at = edge.from;
  while ('edge' in at.reached) {
    steps.unshift(at.reached.edge.step);
    at = at.reached.edge.from;
  }
  return { start: at.reached.start, steps };
};

/** Few paths that together take every transition and meet every refusal there is to meet. */
export const cover = (exploration: Exploration): Path[] => {
  const open = new Set(exploration.situations.flatMap((one) => one.edges.flatMap(goalsOf)));
  for (const { taken } of exploration.beginnings) for (const id of taken) open.delete(id);
  const paths: Path[] = [];
  for (let next = collect(exploration, open); next; next = collect(exploration, open)) {
    paths.push(replay(exploration, next.start, next.steps));
  }
  const reached = new Set(paths.flatMap(goalsOfPath));
  for (const { start, situation, taken } of exploration.beginnings) {
    // a start that no path uses is a path of its own
    const used = paths.some((path) => path.start === start);
    if (!used && (taken.length > 0 || situation.edges.length === 0 || paths.length > 0)) {
      paths.push(replay(exploration, start, []));
    }
  }
  for (const edge of missedBy(exploration, reached)) {
    if (goalsOf(edge).every((goal) => reached.has(goal))) continue;
    const { start, steps } = stepsThrough(edge);
    const path = replay(exploration, start, steps);
    for (const goal of goalsOfPath(path)) reached.add(goal);
    paths.push(path);
  }
  return paths;
};
