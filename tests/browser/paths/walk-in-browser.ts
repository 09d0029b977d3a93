import { type BrowserContext, expect, type Page } from '@playwright/test';
import { deepTag } from '../../../tools/testing/deep-tag.ts';
import type { Path } from '../../../workshop/paths/path.ts';
import { tell, walk } from '../../../workshop/paths/walker.ts';
import { test as base } from '../recorded-test.ts';
import type { BrowserChart } from './browser-chart.ts';
import { holdsOf, pathsInBrowser } from './browser-paths.ts';
import { browserWalker } from './browser-walker.ts';
import { FaultLayer } from './fault-layer.ts';
import { isAborted, markCalls } from './marked-calls.ts';
import { beforeOnesEyes, isLookedAt } from './pace.ts';

const test = base.extend<object, { layer: FaultLayer; layerUrl: string }>({
  layer: [
    async ({ browserName: _ }, use) => {
      const layer = new FaultLayer(process.env.LIGHTWELL_URL ?? '');
      await use(layer);
      await layer.close();
    },
    { scope: 'worker' },
  ],
  layerUrl: [async ({ layer }, use) => use(await layer.listen()), { scope: 'worker' }],
  baseURL: async ({ layerUrl }, use) => use(layerUrl),
});

/** Matches the line that browsers log for a failed request. Tests cause such failures. */
const ofFaults = /^Failed to load resource/;

/** A browser on a busy machine logs this line for files that the page uses later. */
const ofLateFiles = /was preloaded using link preload but not used within a few seconds/;

const isExpected = (line: string, spec: BrowserChart): boolean =>
  [ofFaults, ofLateFiles, ...(spec.console ?? [])].some((pattern) => pattern.test(line));

type Fixtures = { page: Page; context: BrowserContext; layer: FaultLayer; layerUrl: string };

const walkOne = async (
  { page, context, layer, layerUrl }: Fixtures,
  spec: BrowserChart,
  path: Path,
): Promise<void> => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await markCalls(context);
  layer.isAborted = (mark) => isAborted(context, mark);
  const stage = { page, context, layer, url: layerUrl, holds: holdsOf(spec) };
  if (isLookedAt) test.setTimeout(0);
  const heard = isLookedAt ? beforeOnesEyes() : undefined;
  const report = await walk(path, browserWalker(stage, spec), heard);
  expect(report.ok, [tell(report), ...faults].join('\n')).toBe(true);
  expect(faults.filter((line) => !isExpected(line, spec))).toEqual([]);
};

/**
 * Registers one test for each generated path of the chart. Each test has its own page. `npm test`
 * runs only the first path.
 */
export const walkInBrowser = (spec: BrowserChart): void => {
  const paths = pathsInBrowser(spec);
  test.describe(`paths of the ${spec.chart} chart`, () => {
    test.describe.configure({ mode: 'parallel' });
    for (const [index, path] of paths.entries()) {
      const hasFaults = path.steps.some(({ step }) => step.kind === 'error');
      const faults = hasFaults ? 'with faults: ' : '';
      const tag = index === 0 ? [] : deepTag;
      const title = `${index + 1}. ${faults}${path.title}`;
      test(title, { tag }, async ({ page, context, layer, layerUrl }) => {
        await walkOne({ page, context, layer, layerUrl }, spec, path);
      });
    }
  });
};
