import { readdirSync } from 'node:fs';
import { cover } from '../../../tools/paths/cover.ts';
import { explore } from '../../../tools/paths/explore.ts';
import type { Path } from '../../../tools/paths/path.ts';
import type { BrowserChart } from './browser-chart.ts';

const usualLength = 16;

/** The paths of a chart for the browser, from what the page and the server can really do. */
export const pathsInBrowser = (spec: BrowserChart): Path[] => {
  const { chart, model, allows, longest = usualLength, byItself = () => false } = spec;
  return cover(explore(chart, model, allows), 'transitions', { longest, byItself });
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
