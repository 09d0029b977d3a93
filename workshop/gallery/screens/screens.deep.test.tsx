// @vitest-environment happy-dom
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { root } from '../../../tools/build/prepare.ts';
import type { GalleryFrames, GalleryState, RestingSnapshot } from '../page/gallery-data.ts';
import { scenes } from '../scenes.ts';
import { keptGallery } from '../states.ts';
import { today } from '../take-pictures.ts';
import { breakableNumbers } from './breakable-numbers.ts';
import { keptScreen } from './kept-screen.ts';
import { deadLinks } from './links.ts';
import { mountState } from './mount-state.tsx';
import { outline } from './outline.ts';
import { pressAll } from './press-all.ts';
import { sectionsText } from './sections.ts';

/*
 * tests/screens/ describes what every state of every chart shows, and what its controls send. Read
 * a difference, then accept it with `npm run screens:accept`.
 */
const folder = join(root, 'tests/screens');

type Screens = {
  byChart: ReadonlyMap<string, readonly GalleryState[]>;
  frames: Readonly<Record<string, GalleryFrames>>;
};

let screens: Screens | undefined;
/* Loads the screens when the first test needs them. */
const found = (): Screens => {
  if (screens) return screens;
  const { states, frames } = keptGallery();
  screens = { byChart: Map.groupBy(states, ({ chart }) => chart), frames };
  return screens;
};

const restingOf = ({ snapshots, frames: own }: GalleryFrames, { id }: GalleryState) =>
  Object.fromEntries(
    Object.entries(own[id] ?? {}).map(([chart, place]) => [chart, snapshots[place]]),
  ) as Record<string, RestingSnapshot>;

async function textOf(state: GalleryState): Promise<{ text: string; problems: string[] }> {
  const own = found().frames[state.chart] as GalleryFrames;
  const { mounted, sent, unreached } = await pressAll(() =>
    mountState(state, restingOf(own, state)),
  );
  const text = outline(mounted.shown, sent).join('\n');
  const problems = [
    ...unreached.map((one) => `${state.id}: no key leads to ${one}`),
    ...deadLinks(mounted.shown).map((one) => `${state.id}: a link leads nowhere: ${one}`),
    ...breakableNumbers(mounted.shown).map((one) => `${state.id}: may break at a hyphen: ${one}`),
  ];
  mounted.unmount();
  return { text, problems };
}

const mostOfOneState = 3;

/** Returns a few evenly spaced pictures of each state. The gallery itself shows all of them. */
const someOf = (own: readonly GalleryState[]): GalleryState[] =>
  [...Map.groupBy(own, ({ id }) => id.split('~')[0]).values()].flatMap((situations) => {
    const stride = Math.max(1, (situations.length - 1) / (mostOfOneState - 1));
    return situations.filter((_, index) => index % stride < 1);
  });

/**
 * States with equal screens form one section. A section lists only its differences from a similar
 * one.
 */
async function sectionsOf(own: readonly GalleryState[]) {
  const texts = new Map<string, string[]>();
  const problems: string[] = [];
  for (const state of someOf(own)) {
    const { text, problems: found } = await textOf(state);
    problems.push(...found);
    texts.set(text, [...(texts.get(text) ?? []), state.id]);
  }
  const sections = [...texts].map(([text, ids]) => ({ ids, lines: text.split('\n') }));
  return { text: sectionsText(sections), problems };
}

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
  vi.useFakeTimers({ toFake: ['Date'], now: today });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const shownCharts = [...new Set([...scenes.map(({ chart }) => chart), 'pages'])];

test.each(shownCharts)(
  'screens of %s show and do what was accepted',
  { timeout: 240_000 },
  async (chart) => {
    const { text, problems } = await sectionsOf(found().byChart.get(chart) ?? []);
    expect(problems).toEqual([]);
    await expect(text).toMatchFileSnapshot(keptScreen(folder, chart));
  },
);

test('exactly the charts with a screen have kept screens', () => {
  const shown = [...found().byChart.keys()].sort();
  expect(shownCharts.toSorted()).toEqual(shown);
  expect(existsSync(folder) ? readdirSync(folder).sort() : []).toEqual(
    shown.map((chart) => `${chart}.txt`).sort(),
  );
});
