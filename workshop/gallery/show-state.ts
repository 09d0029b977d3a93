import { contentPages, matchPage, type PageName, sentPage } from '../../machines/model/pages.ts';
import { statePath } from '../../machines/model/state-path.ts';
import { type Exploration, type Situation, stepsTo } from '../paths/explore.ts';
import { text } from '../paths/plain.ts';
import type { Step } from '../paths/step.ts';
import { models } from './dialog-charts.ts';
import { shortName } from './names.ts';
import type { GalleryState, GalleryStep, RestingSnapshot, StepMaker } from './page/gallery-data.ts';
import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';
import { type Cue, openStage, type Stage } from './stage.ts';
import { type Found, fulfil, perform } from './ways.ts';
import { atRest } from './wishes.ts';

/** A state before it gets its id. */
export type Shown = Omit<GalleryState, 'id' | 'variant'> & {
  /** candidates for the variant's name: words of the scene, then of the steps, last first */
  words: readonly string[];
  snapshots: Record<string, RestingSnapshot>;
};

const makerOf = (step: Step): StepMaker => {
  if (step.kind === 'time') return 'time';
  if (step.kind === 'event') return step.by === 'people' ? 'visitor' : 'chart';
  return 'world';
};

const toGalleryStep = (step: Step): GalleryStep => ({ says: step.says, by: makerOf(step) });

const wordsOf = (says: string): string => /\((.+)\)$/.exec(says)?.[1] ?? '';

const viewsOf = ({ world }: Situation): string[] =>
  world.snapshot._nodes.flatMap(({ meta, type }) =>
    type === 'atomic' && typeof meta?.view === 'string' ? [meta.view] : [],
  );

const homePrepared: Cue = {
  to: 'app',
  step: { kind: 'done', actor: 'preparePage', output: undefined, says: 'preparePage answers' },
};

/* Brings all charts to the states that the scene requires. */
function arrange(stage: Stage, scene: Scene, situation: Situation): void {
  if (scene.chart !== 'app') stage.perform(homePrepared);
  const among = scene.among?.(situation.world.snapshot, stepsTo(situation).start.input) ?? [];
  const asked = new Set([scene.chart, ...among.map(([chart]) => chart)]);
  for (const wish of among) fulfil(stage, models, scenes, wish);
  for (const wish of atRest) {
    if (!asked.has(wish[0])) fulfil(stage, models, scenes, wish);
  }
}

const pathOf = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null && 'path' in input ? String(input.path) : undefined;

/** Brings a chart to a state while all other charts run, and records all snapshots. */
export function showState(
  exploration: Exploration,
  scene: Scene,
  { situation, place }: Found,
): Shown {
  const { snapshot } = situation.world;
  const { start, steps } = stepsTo(situation);
  const startsWith = exploration.beginnings.length > 1 ? start.says : '';
  const path = scene.path(snapshot);
  const stage = openStage(pathOf(start.input) ?? '/');
  try {
    arrange(stage, scene, situation);
    perform(stage, scene, steps);
    const afterwards = scene.afterwards ?? [];
    for (const cue of afterwards) stage.perform(cue);
    const { value } = stage.snapshotOf(scene.chart) ?? {};
    if (text(value) !== text(snapshot.value)) {
      throw new Error(`the chart is in the state ${statePath(value as string)} instead`);
    }
    return {
      chart: scene.chart,
      name: shortName(place),
      dataState: statePath(snapshot.value),
      views: viewsOf(situation),
      start: startsWith,
      steps: [...steps, ...afterwards.map(({ step }) => step)].map(toGalleryStep),
      page: matchPage(path).name,
      path,
      shot: scene.shot,
      words: [
        scene.says,
        scene.tells?.(snapshot) ?? '',
        startsWith,
        ...steps.map(({ says }) => wordsOf(says)).reverse(),
      ],
      snapshots: stage.rest(models),
    };
  } finally {
    stage.stop();
  }
}

/** Returns the pages without a chart of their own. All charts are in their initial states. */
export function showPages(): Shown[] {
  return [...contentPages, 'not-found' as const, 'error' as const].map(showPage);
}

function showPage(page: PageName): Shown {
  const stage = openStage('/');
  stage.perform(homePrepared);
  for (const wish of atRest) fulfil(stage, models, scenes, wish);
  const snapshots = stage.rest(models);
  stage.stop();
  const shown = sentPage(`/${page}`, page);
  if (snapshots.app) snapshots.app.context = { ...snapshots.app.context, shown };
  return {
    chart: 'pages',
    name: page,
    dataState: '',
    views: [],
    start: '',
    steps: [],
    page,
    path: `/${page}`,
    shot: 'window',
    words: [],
    snapshots,
  };
}
