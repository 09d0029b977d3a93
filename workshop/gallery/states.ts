import { statePath } from '../../machines/model/state-path.ts';
import { buildInputs } from '../../tools/build/fingerprint.ts';
import { kept } from '../../tools/build/kept.ts';
import { stepsTo } from '../paths/explore.ts';
import { models } from './dialog-charts.ts';
import { nameStates } from './names.ts';
import { offScreen } from './off-screen.ts';
import type { GalleryFrames, GalleryState, RestingSnapshot } from './page/gallery-data.ts';
import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';
import { type Shown, showPages, showState } from './show-state.ts';
import { exploreScene, situationsOf } from './ways.ts';

export type Gallery = {
  states: readonly GalleryState[];
  /** by chart */
  frames: Readonly<Record<string, GalleryFrames>>;
  /** sentences about states that could not be reached */
  problems: readonly string[];
};

function framesOf(states: readonly (GalleryState & Pick<Shown, 'snapshots'>)[]): GalleryFrames {
  const places = new Map<string, number>();
  const place = (snapshot: RestingSnapshot): number => {
    const key = JSON.stringify(snapshot);
    const known = places.get(key) ?? places.size;
    places.set(key, known);
    return known;
  };
  const frames = states.map(({ id, snapshots }) => [
    id,
    Object.fromEntries(Object.entries(snapshots).map(([chart, one]) => [chart, place(one)])),
  ]);
  const snapshots = [...places.keys()].map((key) => JSON.parse(key) as RestingSnapshot);
  return { snapshots, frames: Object.fromEntries(frames) };
}

/** All files that determine the states and their looks. */
const sources = [...buildInputs, 'workshop/gallery', 'workshop/paths'];

let built: Gallery | undefined;

/** Finds every visible state with the path kit, then reaches it with all charts running. */
export function buildGallery(): Gallery {
  built ??= build();
  return built;
}

/**
 * The cached gallery, which is built again when a source has changed. A build writes it and tests
 * read it.
 */
export const keptGallery = (): Gallery => kept('gallery', sources, buildGallery);

/** Sentences about charts without a scene. */
export const missingScenes = (names: readonly string[], known: readonly Scene[]): string[] =>
  names
    .filter((chart) => !(chart in offScreen) && !known.some((scene) => scene.chart === chart))
    .map((chart) => `The gallery has no scene for the chart ${chart}: workshop/gallery/scenes.ts`);

function build(): Gallery {
  const problems = missingScenes(Object.keys(models), scenes);
  const shown = scenes.flatMap((scene) => {
    const exploration = exploreScene(models, scene);
    return situationsOf(exploration, scene).flatMap((found) => {
      try {
        return [showState(exploration, scene, found)];
      } catch (thrown) {
        const why = thrown instanceof Error ? thrown.message : String(thrown);
        const state = statePath(found.situation.world.snapshot.value);
        const steps = stepsTo(found.situation)
          .steps.map(({ says }) => says)
          .join(', ');
        problems.push(`${scene.chart} cannot be brought to ${state} (${steps}): ${why}`);
        return [];
      }
    });
  });
  const named = nameStates([...shown, ...showPages()]);
  return {
    states: named.map(({ snapshots: _, ...state }) => state),
    frames: Object.fromEntries(
      [...Map.groupBy(named, ({ chart }) => chart)].map(([chart, own]) => [chart, framesOf(own)]),
    ),
    problems,
  };
}
