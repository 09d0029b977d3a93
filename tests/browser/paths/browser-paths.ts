import { readdirSync } from 'node:fs';
import { failureOf, PortError } from '../../../machines/ports/port-failure.ts';
import { buildInputs } from '../../../tools/build/fingerprint.ts';
import { kept } from '../../../tools/build/kept.ts';
import { cover } from '../../../tools/paths/cover.ts';
import { explore } from '../../../tools/paths/explore.ts';
import type { Path } from '../../../tools/paths/path.ts';
import type { Step } from '../../../tools/paths/step.ts';
import type { BrowserChart } from './browser-chart.ts';

const usualLength = 16;

const findPaths = (spec: BrowserChart): Path[] => {
  const { chart, model, allows, longest = usualLength, byItself = () => false } = spec;
  return cover(explore(chart, model, allows), 'transitions', { longest, byItself });
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
