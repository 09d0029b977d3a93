import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { root } from '../build/fingerprint.ts';
import { charts } from '../paths/charts.ts';
import {
  allExplored,
  exploredPrintsNow,
  filesOfChart,
  filesOfKit,
  filesOfTest,
  tableOfCharts,
} from './explored-prints.ts';

const measured = mkdtempSync(join(tmpdir(), 'lightwell-loaded-'));
afterAll(() => rmSync(measured, { recursive: true, force: true }));

type Measured = { result: { url: string }[] };

/** The files of this repository that Node loads when it runs a script, by its own account. */
const loadedBy = (script: string): string[] => {
  const args = ['--input-type=module', '--eval', script];
  const env = { ...process.env, NODE_V8_COVERAGE: measured };
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env });
  if (status !== 0) throw new Error(String(stderr));
  const urls = globSync(join(measured, '*.json')).flatMap((file) =>
    (JSON.parse(readFileSync(file, 'utf8')) as Measured).result.map(({ url }) => url),
  );
  return urls
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(root, fileURLToPath(url)))
    .filter((file) => existsSync(join(root, file)) && !/^(node_modules|\.\.)\//.test(file));
};

const chartIds = Object.keys(charts);

it('all that Node loads to explore the charts is in the print of some chart', () => {
  const loaded = loadedBy(`
    const { charts, neighbours } = await import('./tools/paths/charts.ts');
    const { exploreExpected } = await import('./tools/paths/kept/expected.ts');
    const { complaintOf } = await import('./tools/paths/kept/kept-files.ts');
    const { noteBreaches } = await import('./tools/paths/laws.ts');
    const { walkChart } = await import('./tools/paths/walk-chart.ts');
    const { watch } = noteBreaches(charts.toast);
    const { exploration, expected } = exploreExpected('toast', charts.toast, watch);
    complaintOf('toast', expected);
    await walkChart(exploration, neighbours, 'effects');
  `);
  expect(loaded).toContain('machines/toast/toast.machine.ts');
  expect(loaded).toContain('tools/paths/world.ts');
  const files = new Set(chartIds.flatMap(filesOfChart));
  expect(loaded.filter((file) => !files.has(file))).toEqual([]);
});

it.each([
  ['its own files', 'tray', 'machines/tray/tray.choosing.ts'],
  ['its descriptor', 'tray', 'machines/tray/tray.descriptor.ts'],
  ['what is kept of it', 'tray', 'machines/tray/tray.expected.txt'],
  ['a chart that it starts', 'tray', 'machines/record-watch/record-watch.machine.ts'],
  ['what that imports', 'tray', 'machines/model/regions.ts'],
  ['every chart, for the root', 'app', 'machines/toast/toast.machine.ts'],
  ['the path kit', 'toast', 'tools/paths/explore.ts'],
  ['its tests', 'toast', 'tools/paths/charts.test.ts'],
  ['the packages', 'toast', 'package-lock.json'],
])('the print of a chart changes with %s', (_what, chart, file) => {
  expect(filesOfChart(chart)).toContain(file);
});

it('a chart that another one has nothing to do with is not in its print', () => {
  expect(filesOfChart('toast')).not.toContain('machines/tray/tray.machine.ts');
});

it('the path kit takes nothing but names from the table of charts', () => {
  const importing = filesOfKit()
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '[^']*children\.derived\.ts'/g)]);
  const names = importing.flatMap(([, list = '']) => list.split(',').map((one) => one.trim()));
  expect(filesOfKit()).toContain(tableOfCharts);
  expect([...new Set(names)].sort()).toEqual(['chartIds', 'dialogKinds']);
});

const screens = 'tools/gallery/screens/screens.test.tsx';
const together = 'tools/paths/together/walk-together.test.ts';

it.each([
  ['all screens', screens, 'src/features/home/home-page.tsx'],
  ['what they share', screens, 'src/ui/button.tsx'],
  ['their charts', screens, 'machines/tray/tray.machine.ts'],
  ['their words', screens, 'locales/en/messages.json'],
  ['what is kept of them', screens, 'tests/screens/tray.txt'],
  ['their scenes', screens, 'tools/gallery/tray-scenes.ts'],
  ['all charts together', together, 'machines/checkout/checkout.machine.ts'],
  ['a chart that is loaded late', together, 'machines/leaving/leaving.machine.ts'],
  ['the laws across charts', together, 'tools/paths/together/together-laws.ts'],
  ['mutants of expectations', 'tools/paths/kept/expected.test.ts', 'tools/paths/mutants.ts'],
  ['packages', 'tools/paths/kept/expected.test.ts', 'package-lock.json'],
] as const)('the print of a test file changes with %s', (_what, test, file) => {
  expect(filesOfTest(test)).toContain(file);
});

it('there is a print for each chart and each such file, each its own', () => {
  const prints = exploredPrintsNow();
  expect(Object.keys(prints)).toEqual(allExplored());
  expect(Object.keys(prints)).toEqual(expect.arrayContaining(chartIds.map((id) => `chart ${id}`)));
  expect(new Set(Object.values(prints)).size).toBe(allExplored().length);
});
