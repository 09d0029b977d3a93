import { describe, expect, test } from 'vitest';
import { charts } from '../paths/charts.ts';
import { nodesOf } from '../paths/transitions.ts';
import { models } from './dialog-charts.ts';
import { offScreen } from './off-screen.ts';
import { scenes } from './scenes.ts';
import { keptGallery, missingScenes } from './states.ts';
import { exploreScene } from './ways.ts';

const { states, frames, problems } = keptGallery();

/** The snapshot of a chart in the frame of a state. */
const restingIn = (id: string, chart: string) => {
  const own = frames[id.split('/')[0] ?? ''];
  return own?.snapshots[own.frames[id]?.[chart] ?? -1];
};

/** States that look like another state of the same chart, with the reason. */
const lookAlike: Readonly<Record<string, string>> = {
  'app.core.seen': 'the page on screen says that the core refused the photo',
  'account.shown.renewal.sessions': 'everything stays on screen until the answer is there',
  'account.shown.renewal.records.counting': 'everything stays on screen until the answer is there',
  'records.listed.renewal.loading': 'the list stays on screen until the answer is there',
  'runs.over': 'the studio shows the end of the run in hand',
  'records.empty.looking': 'the empty list stays on screen until the answer is there',
};

/* Transient states are left in the same step, so they are never visible. */
const isTransient = (meta: { view?: string } | undefined) => meta?.view === 'transient';

const leavesOf = (chart: string): string[] =>
  nodesOf(charts[chart]?.machine as never)
    .filter(({ id, type, meta }) => type === 'atomic' && !isTransient(meta) && !(id in lookAlike))
    .map(({ id }) => id.slice(chart.length + 1));

describe('the gallery', () => {
  test('reaches every state that it has found', () => {
    expect(problems).toEqual([]);
  });

  test.each(Object.keys(charts).filter((chart) => !(chart in offScreen)))(
    'shows every state of %s',
    (chart) => {
      const shown = states.filter((state) => state.chart === chart);
      const seen = new Set(shown.flatMap(({ dataState }) => dataState.split(' ')));
      expect(leavesOf(chart).filter((leaf) => !seen.has(leaf))).toEqual([]);
    },
  );

  test('gives a reason for every chart that renders nothing', () => {
    for (const chart of Object.keys(offScreen)) {
      expect(Object.keys(models)).toContain(chart);
      expect(states.some((state) => state.chart === chart)).toBe(false);
    }
  });

  test('gives every state a unique id and a frame', () => {
    expect(new Set(states.map(({ id }) => id)).size).toBe(states.length);
    for (const { id, chart } of states) {
      expect(restingIn(id, 'app')).toBeDefined();
      if (chart !== 'pages') expect(restingIn(id, chart)).toBeDefined();
    }
  });

  test('lists the path with the cause of each step', () => {
    const refused = states.find(({ id }) => id === 'studio/choosing.refused~not-an-image');
    expect(refused?.steps.map(({ says, by }) => `${by}: ${says}`)).toEqual([
      'chart: setup.loaded',
      'visitor: photo.chosen (a file)',
      'world: inspectPhoto answers (not an image)',
    ]);
    expect(refused?.views).toEqual(['why the photo cannot be used, and the photo picker']);
  });

  test('moves other charts too: an upload is shown under its overlay', () => {
    const sending = states.find(({ id }) => id === 'runs/following~it-is-uploaded');
    const overlay = restingIn(sending?.id ?? '', 'overlay');
    expect(overlay?.value).toMatchObject({ open: { sight: 'shown' } });
    expect(overlay?.context).toMatchObject({ measured: { percent: expect.any(Number) } });
  });

  test('records which buttons are enabled in a state', () => {
    const canOf = (words: string) => {
      const state = states.find(({ id }) => id.startsWith('studio/chosen') && id.includes(words));
      return restingIn(state?.id ?? '', 'studio')?.can;
    };
    expect(canOf('good-photo')).toContain('start.pressed');
    expect(canOf('face-blur')).not.toContain('start.pressed');
  });
});

test('a scene with an unknown chart is an error', () => {
  const [scene] = scenes;
  if (!scene) throw new Error('There are no scenes.');
  expect(() => exploreScene({}, { ...scene, chart: 'rating' })).toThrow(
    'The gallery has a scene for “rating”, which is not a chart.',
  );
});

test('reports a chart without a scene and the file to add one to', () => {
  expect(missingScenes(['toast', 'rating', 'taskRecord'], scenes)).toEqual([
    'The gallery has no scene for the chart rating: workshop/gallery/scenes.ts',
  ]);
});
