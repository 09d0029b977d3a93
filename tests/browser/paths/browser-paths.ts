import { readdirSync } from 'node:fs';
import { failureOf, PortError } from '../../../machines/ports/port-failure.ts';
import { buildInputs } from '../../../tools/build/fingerprint.ts';
import { kept } from '../../../tools/build/kept.ts';
import { cover, isByPeople } from '../../../workshop/paths/cover.ts';
import { type Allows, type Exploration, explore } from '../../../workshop/paths/explore.ts';
import type { Path } from '../../../workshop/paths/path.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import { driverName } from '../../../workshop/paths/walker.ts';
import type { BrowserChart } from './browser-chart.ts';
import { type Call, isCall } from './fault-layer.ts';

const usualLength = 16;

const limitsOf = ({ longest = usualLength, byItself = () => false, byPeople }: BrowserChart) => ({
  longest,
  byItself,
  byPeople: (step: Step) => isByPeople(step) || (byPeople?.(step) ?? false),
});

/**
 * Returns true for a fault of the connection or of a proxy that takes the place of a call's answer.
 */
const isFault = (step: Step, { drivers }: BrowserChart): boolean =>
  step.kind === 'error' &&
  (isCall(step.actor) || driverName(step) in drivers) &&
  ['offline', 'server'].includes(failureOf(step.error).reason);

/**
 * Returns a complete exploration. Throws if the exploration failed, or if it is partial and
 * `incomplete` states no reason.
 */
export const wholeOf = (found: Exploration, incomplete: string | undefined): Exploration => {
  const { chart, complete, faults, situations } = found;
  if (faults.length > 0) throw new Error(`${chart}: its exploration failed:\n${faults.join('\n')}`);
  if (!complete && !incomplete?.trim()) {
    throw new Error(
      `${chart}: more than ${situations.length} situations. State in "incomplete" why the others are left out.`,
    );
  }
  return found;
};

const planned = (spec: BrowserChart, can: (step: Step) => boolean): Path[] => {
  const { chart, model, allows, incomplete } = spec;
  const isAllowed: Allows = (step, world) => can(step) && (allows?.(step, world) ?? true);
  const found = wholeOf(explore(chart, model, isAllowed), incomplete);
  return cover(found, 'transitions', limitsOf(spec));
};

const transitionsIn = ({ taken, steps }: Path): string[] => [
  ...taken,
  ...steps.flatMap((step) => step.taken),
];

/** Returns the path with the most transitions that are not in `known`. */
const richest = (paths: readonly Path[], known: ReadonlySet<string>): Path | undefined => {
  const news = (path: Path) => new Set(transitionsIn(path)).difference(known).size;
  const [first] = paths.toSorted((a, b) => news(b) - news(a));
  return first && news(first) > 0 ? first : undefined;
};

/** Returns the path with the most transitions that passes through this leaf state. */
export const richestTo = (leaf: string, paths: readonly Path[]): Path | undefined =>
  richest(
    paths.filter(({ steps }) => steps.some(({ expected }) => expected.leaves.includes(leaf))),
    new Set(),
  );

/** Returns one walk without faults that reaches the state `reaches`, and some walks with faults. */
const findPaths = (spec: BrowserChart): Path[] => {
  const { chart, reaches, can, faultWalks = 1 } = spec;
  const healthy = richestTo(reaches, planned(spec, can));
  if (!healthy) throw new Error(`${chart}: no path without faults reaches ${reaches}`);
  const paths = [healthy];
  const others = faultWalks > 0 ? planned(spec, (step) => can(step) || isFault(step, spec)) : [];
  while (paths.length <= faultWalks) {
    const next = richest(others, new Set(paths.flatMap(transitionsIn)));
    if (!next) break;
    paths.push(next);
  }
  return paths;
};

const changeSteps = (paths: readonly Path[], change: (step: Step) => Step): Path[] =>
  paths.map((path) => ({
    ...path,
    steps: path.steps.map((one) => ({ ...one, step: change(one.step) })),
  }));

/*
 * Replaces an error by its failure, because an error stored as JSON loses the fields of its class.
 */
const toPlain = (step: Step): Step =>
  step.kind === 'error' && step.error instanceof PortError
    ? { ...step, error: step.error.failure }
    : step;
const fromPlain = (step: Step): Step =>
  step.kind === 'error' && !(step.error instanceof Error)
    ? { ...step, error: new PortError(failureOf(step.error)) }
    : step;

const sources = [...buildInputs, 'workshop/paths', 'tests/browser'];

/**
 * Returns the chart's paths for the browser. They are cached, because finding them takes seconds
 * and each worker needs them.
 */
export const pathsInBrowser = (spec: BrowserChart): Path[] =>
  changeSteps(
    kept(`paths-of-${spec.chart}`, sources, () => changeSteps(findPaths(spec), toPlain)),
    fromPlain,
  );

/**
 * Returns the calls that are held for this walk: the calls of the chart, and the calls of other
 * charts in `holds`.
 */
export const holdsOf = ({ model, holds = [] }: BrowserChart): Call[] => [
  ...Object.keys(model.actors ?? {}).filter(isCall),
  ...holds,
];

const isSpec = (value: unknown): value is BrowserChart =>
  typeof value === 'object' && value !== null && 'chart' in value && 'drivers' in value;

export const walkedInBrowser = async (): Promise<Map<string, BrowserChart>> => {
  const found = new Map<string, BrowserChart>();
  const ending = '.paths.ts';
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(ending));
  for (const file of files) {
    const name = file.slice(0, -ending.length);
    const module = (await import(`./${name}.paths.ts`)) as Record<string, unknown>;
    for (const spec of Object.values(module).filter(isSpec)) found.set(spec.chart, spec);
  }
  return found;
};
