import { readdirSync } from 'node:fs';
import { failureOf, PortError } from '../../../machines/ports/port-failure.ts';
import { buildInputs } from '../../../tools/build/fingerprint.ts';
import { kept } from '../../../tools/build/kept.ts';
import { cover, isByPeople } from '../../../tools/paths/cover.ts';
import { type Allows, type Exploration, explore } from '../../../tools/paths/explore.ts';
import type { Path } from '../../../tools/paths/path.ts';
import type { Step } from '../../../tools/paths/step.ts';
import type { BrowserChart } from './browser-chart.ts';

const usualLength = 16;

const limitsOf = ({ longest = usualLength, byItself = () => false, byPeople }: BrowserChart) => ({
  longest,
  byItself,
  byPeople: (step: Step) => isByPeople(step) || (byPeople?.(step) ?? false),
});

/** Throws when paths of this exploration would leave out what a chart does, and nobody has said why. */
export const wholeOf = (found: Exploration, incomplete: string | undefined): Exploration => {
  const { chart, complete, faults, situations } = found;
  if (faults.length > 0) throw new Error(`${chart}: its exploration failed:\n${faults.join('\n')}`);
  if (!complete && !incomplete?.trim()) {
    throw new Error(
      `${chart}: more than ${situations.length} situations, and no reason why others are left out`,
    );
  }
  return found;
};

const findPaths = (spec: BrowserChart): Path[] => {
  const found = wholeOf(explore(spec.chart, spec.model, spec.allows), spec.incomplete);
  return cover(found, 'transitions', limitsOf(spec));
};

const changeSteps = (paths: readonly Path[], change: (step: Step) => Step): Path[] =>
  paths.map((path) => ({
    ...path,
    steps: path.steps.map((one) => ({ ...one, step: change(one.step) })),
  }));

/* What a class has added to an error is lost when it is kept. */
const toPlain = (step: Step): Step =>
  step.kind === 'error' && step.error instanceof PortError
    ? { ...step, error: step.error.failure }
    : step;
const fromPlain = (step: Step): Step =>
  step.kind === 'error' && !(step.error instanceof Error)
    ? { ...step, error: new PortError(failureOf(step.error)) }
    : step;

const sources = [...buildInputs, 'tests/browser'];

/**
 * The paths of a chart for the browser, from what the page and the server can really do. Finding
 * them takes seconds, and the runner and each of its workers ask.
 */
export const pathsInBrowser = (spec: BrowserChart): Path[] =>
  changeSteps(
    kept(`paths-of-${spec.chart}`, sources, () => changeSteps(findPaths(spec), toPlain)),
    fromPlain,
  );

const transitionsIn = ({ taken, steps }: Path): number =>
  new Set([...taken, ...steps.flatMap((step) => step.taken)]).size;

const findReal = (spec: BrowserChart): Path[] => {
  const { chart, model, allows, incomplete, real } = spec;
  const can: Allows = (step, world) =>
    real.can(step) && (allows?.(step, world) ?? true) && (real.allows?.(step, world) ?? true);
  const limits = { ...limitsOf(spec), longest: real.longest ?? usualLength };
  const found = wholeOf(explore(chart, real.model ?? model, can), incomplete);
  return cover(found, 'transitions', limits);
};

/** Of the paths that come to a leaf state the one that takes most transitions. */
export const richestTo = (leaf: string, paths: readonly Path[]): Path | undefined =>
  paths
    .filter(({ steps }) => steps.some(({ expected }) => expected.leaves.includes(leaf)))
    .toSorted((a, b) => transitionsIn(b) - transitionsIn(a))[0];

/**
 * The path of a chart that is walked on the real server: one that consists of what server, engine,
 * device and visitor do by themselves, and comes to the state that it is about.
 */
export const realPathOf = (spec: BrowserChart): Path => {
  const found = kept(`real-path-of-${spec.chart}`, sources, () => findReal(spec));
  const { reaches } = spec.real;
  const path = richestTo(reaches, found);
  if (!path)
    throw new Error(`${spec.chart}: no path without a scripted answer comes to ${reaches}`);
  return path;
};

/** A chart as it is walked on the real server. */
export const onRealServer = (spec: BrowserChart): BrowserChart => {
  const { prepare, open = spec.open, drivers, looks, noise, unplanned } = spec.real;
  return {
    ...spec,
    drivers: { ...spec.drivers, ...drivers },
    looks: { ...spec.looks, ...looks },
    ...(unplanned ? { unplanned } : {}),
    noise: (id) => (spec.noise?.(id) ?? false) || (noise?.(id) ?? false),
    open: async (stage, path) => {
      await prepare?.(stage);
      await open(stage, path);
    },
  };
};

type Walked = { spec: BrowserChart; file: string };

const isSpec = (value: unknown): value is BrowserChart =>
  typeof value === 'object' && value !== null && 'chart' in value && 'drivers' in value;

/** All charts that are walked in a browser, with their test files. */
export const walkedInBrowser = async (): Promise<Map<string, Walked>> => {
  const found = new Map<string, Walked>();
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.paths.ts'));
  for (const name of names) {
    const module = (await import(`./${name}`)) as Record<string, unknown>;
    const file = `tests/browser/paths/${name.replace('.paths.ts', '.spec.ts')}`;
    for (const spec of Object.values(module).filter(isSpec)) found.set(spec.chart, { spec, file });
  }
  return found;
};
