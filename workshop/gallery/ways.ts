import type { AnyMachineSnapshot, StateValue } from 'xstate';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { wayBack } from '../paths/cover.ts';
import { type Edge, type Exploration, explore, type Situation, stepsTo } from '../paths/explore.ts';
import { text } from '../paths/plain.ts';
import type { Step } from '../paths/step.ts';
import { dressModel } from './dress.ts';
import { type Scene, type Wish, withSamples } from './scene.ts';
import type { Stage } from './stage.ts';

export type Models = Readonly<Record<string, ChartDescriptor>>;

const known = new WeakMap<Scene, Exploration>();

/** Explores the chart of a scene. Situations that look different are separate. */
export function exploreScene(models: Models, scene: Scene): Exploration {
  const before = known.get(scene);
  if (before) return before;
  const own = models[scene.chart];
  if (!own) throw new Error(`The gallery has a scene for “${scene.chart}”, which is not a chart.`);
  const model = dressModel(withSamples(own, scene.samples));
  const reads: ChartDescriptor['reads'] = (context) => [
    model.reads(context),
    scene.seen?.(context),
  ];
  const { situations } = scene;
  const bounds = { ...model.bounds, ...(situations ? { situations } : {}) };
  const exploration = explore(scene.chart, { ...model, reads, bounds }, scene.allows);
  known.set(scene, exploration);
  return exploration;
}

/** Performs steps of the scene's chart on the stage. @throws a sentence if a step is impossible */
export function perform(stage: Stage, scene: Scene, steps: readonly Step[]): void {
  for (const step of steps) {
    const cues = scene.via?.(step, stage) ?? [{ to: scene.chart, step }];
    for (const cue of cues) stage.perform(cue);
  }
}

type Is = Wish[1];

const keyOf = ({ model }: Exploration, { value, context }: AnyMachineSnapshot) =>
  text([value, model.reads(context)]);

const byKey = new WeakMap<Exploration, Map<string, Situation[]>>();

/*
 * Cached, because large charts have thousands of situations, and every frame looks some of them up.
 */
function situationsOfKey(exploration: Exploration, key: string): Situation[] {
  let known = byKey.get(exploration);
  if (!known) {
    known = Map.groupBy(exploration.situations, ({ world }) => keyOf(exploration, world.snapshot));
    byKey.set(exploration, known);
  }
  return known.get(key) ?? [];
}

/** The shortest path from any of the situations; undefined if there is none. */
function findWay(here: readonly Situation[], is: Is): Step[] | undefined {
  const cameBy = new Map<Situation, Edge | null>(here.map((situation) => [situation, null]));
  // iterating a map includes entries added during the iteration
  for (const [situation, last] of cameBy) {
    if (is(situation.world.snapshot))
      return last ? wayBack(cameBy, last).map(({ step }) => step) : [];
    for (const edge of situation.edges) if (!cameBy.has(edge.to)) cameBy.set(edge.to, edge);
  }
  return undefined;
}

/* Cached, because most frames need the same path. */
const waysFound = new WeakMap<Exploration, WeakMap<Is, Map<string, Step[] | undefined>>>();

/** The shortest path from the chart's current state; undefined if there is none. */
function wayOn(exploration: Exploration, now: AnyMachineSnapshot, is: Is): Step[] | undefined {
  const toStates = waysFound.get(exploration) ?? new WeakMap<Is, Map<string, Step[] | undefined>>();
  waysFound.set(exploration, toStates);
  const ways = toStates.get(is) ?? new Map<string, Step[] | undefined>();
  toStates.set(is, ways);
  const key = keyOf(exploration, now);
  if (!ways.has(key)) ways.set(key, findWay(situationsOfKey(exploration, key), is));
  return ways.get(key);
}

function wayFromStart({ situations }: Exploration, [chart, is]: Wish): Step[] {
  const found = situations.find(({ world }) => is(world.snapshot));
  if (!found) throw new Error(`${chart} never reaches the state that a scene needs.`);
  return stepsTo(found).steps;
}

/** Moves a chart on the stage to the nearest matching state. */
export function fulfil(stage: Stage, models: Models, scenes: readonly Scene[], wish: Wish): void {
  const [chart, is] = wish;
  const now = stage.snapshotOf(chart);
  if (now && is(now)) return;
  const scene = scenes.find((one) => one.chart === chart && one.says === '');
  if (!scene) throw new Error(`The gallery has no scene for ${chart}.`);
  const exploration = exploreScene(models, scene);
  const way = now ? wayOn(exploration, now, is) : undefined;
  perform(stage, scene, way ?? wayFromStart(exploration, wish));
}

export type Found = {
  situation: Situation;
  /** the pictured state; if the chart has a picture per leaf, the first new leaf */
  place: StateValue;
};

const placeOf = (id: string): string => id.split('.').slice(1).join('.');

/** The situations of a scene that get a picture, each with its shortest path. */
export function situationsOf({ situations }: Exploration, scene: Scene): Found[] {
  const seen = new Set<string>();
  return situations.flatMap((situation): Found[] => {
    const { snapshot } = situation.world;
    if (snapshot.status !== 'active' || scene.keeps?.(snapshot) === false) return [];
    const places: StateValue[] =
      scene.per === 'leaf'
        ? snapshot._nodes.filter(({ type }) => type === 'atomic').map(({ id }) => placeOf(id))
        : [snapshot.value];
    const shows = scene.shows(snapshot);
    const keyOf = (place: StateValue) => JSON.stringify([place, shows]);
    const [place] = places.filter((one) => !seen.has(keyOf(one)));
    for (const one of places) seen.add(keyOf(one));
    return place === undefined ? [] : [{ situation, place }];
  });
}
